import { useParams } from "react-router-dom";
import { useEffect } from "react";
import { useVisitRequest } from "../../data/inbox/visit-request.mutation.ts";
import { Checklist } from "../../features/answer/checklist.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";

export function Component() {
  const { id = "" } = useParams();
  const person = identityOf(useSession());
  const userId = person?.userId;
  // The link's page joins the request, which counts as a visit too.
  const { mutate: visit } = useVisitRequest();
  useEffect(() => {
    if (userId !== undefined) visit({ requestId: id, userId });
  }, [visit, id, userId]);
  return person && <Checklist key={id} requestId={id} userId={person.userId} />;
}
