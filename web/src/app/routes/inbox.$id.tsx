import { useParams } from "react-router-dom";
import { Checklist } from "../../features/answer/checklist.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";

export function Component() {
  const { id = "" } = useParams();
  const person = identityOf(useSession());
  return person && <Checklist key={id} requestId={id} userId={person.userId} />;
}
