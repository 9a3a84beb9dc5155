import type { ReactNode } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import styles from "./checklist.module.css";

/** The workspace that asks, and the recipient's account. */
export function SenderLine({ request, account }: { request: ReceivedRequest; account?: ReactNode }) {
  return (
    <div className={styles["from"]}>
      <Avatar name={request.workspaceName} size="large" shape="square" />
      <span className={styles["workspace"]}>{request.workspaceName}</span>
      <span className={styles["account"]}>{account}</span>
    </div>
  );
}
