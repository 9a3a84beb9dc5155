import { pages } from "@sheaf/contract/pages";
import { useParams } from "react-router-dom";
import { useEffect } from "react";
import { useVisitRequest } from "../../data/inbox/visit-request.mutation.ts";
import { Checklist } from "../../features/answer/checklist.tsx";
import { Link } from "../../lib/navigation.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import styles from "./inbox-crumb.module.css";

export function Component() {
  const { id = "" } = useParams();
  const person = identityOf(useSession());
  const userId = person?.userId;
  // The link's page joins the request, which counts as a visit too.
  const { mutate: visit } = useVisitRequest();
  useEffect(() => {
    if (userId !== undefined) visit({ requestId: id, userId });
  }, [visit, id, userId]);
  return (
    person && (
      <>
        <nav className={styles["crumb"]} aria-label="Breadcrumb">
          <Link to={pages.inbox.href()}>Needed from you</Link>
        </nav>
        <Checklist key={id} requestId={id} userId={person.userId} />
      </>
    )
  );
}
