import { pages } from "@sheaf/contract/pages";
import { toReceivedDue } from "../../data/inbox/due.models.ts";
import { useOpenRequest } from "../../data/inbox/open-request.mutation.ts";
import type { UnopenedRequest } from "../../data/inbox/unopened-requests.query.ts";
import { errorText } from "../../lib/errors.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./inbox.module.css";

/** A request to the user's address that they have not opened, with its sender. */
export function UnopenedRow({ request }: { request: UnopenedRequest }) {
  const { id, title, workspaceName, senderEmail, dueOn } = request;
  const opening = useOpenRequest();
  const navigate = useNavigate();
  const due = dueOn === null ? null : toReceivedDue(dueOn);
  const open = () =>
    void whenDone(opening.mutateAsync({ requestId: id }), () => navigate(pages.inboxRequest.href({ id })));
  return (
    <li className={styles["row"]}>
      <span className={styles["heading"]}>
        <UserText as="h2">{title}</UserText>
        <span className={styles["chips"]}>
          <Chip tone="submitted">New</Chip>
          {due && <Chip tone={due.isLate ? "returned" : "waiting"}>{due.text}</Chip>}
        </span>
      </span>
      <span className={styles["facts"]}>
        <span>
          <UserText>{workspaceName}</UserText>
          {senderEmail !== null && <>, sent by {senderEmail}</>}
        </span>
        <Button size="small" aria-label={`Open ${title}`} busy={opening.isPending} onClick={open}>
          Open
        </Button>
      </span>
      {opening.error && (
        <Notice tone="returned" announce>
          {errorText(opening.error)}
        </Notice>
      )}
    </li>
  );
}
