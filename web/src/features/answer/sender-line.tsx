import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { requestBrandingOptions } from "../../data/inbox/request-branding.query.ts";
import { WorkspaceMark } from "../../ui/layout/workspace-mark.tsx";
import { useAccent } from "../../ui/theme/use-accent.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./checklist.module.css";

/** The workspace that asks, and the recipient's account. */
export function SenderLine({ request, account }: { request: ReceivedRequest; account?: ReactNode }) {
  const { data: branding } = useQuery(requestBrandingOptions({ requestId: request.id }));
  useAccent(branding?.accent ?? null);
  return (
    <div className={styles["from"]}>
      <WorkspaceMark name={request.workspaceName} logo={branding?.logo ?? null} />
      <UserText as="span" className={styles["workspace"]}>
        {request.workspaceName}
      </UserText>
      <span className={styles["account"]}>{account}</span>
    </div>
  );
}
