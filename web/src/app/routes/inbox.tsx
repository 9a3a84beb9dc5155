import { InboxList } from "../../features/inbox/inbox-list.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";

export function Component() {
  const person = identityOf(useSession());
  return person && <InboxList userId={person.userId} />;
}
