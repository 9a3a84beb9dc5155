import type { Request } from "../../../data/requests/request.models.ts";
import { goneOn } from "../../../data/retention/retention.models.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./state-notice.module.css";

interface TestNoticeProps {
  request: Pick<Request, "sentAt">;
  now: Date;
}

/** Tells a test of a draft from a request. */
export function TestNotice({ request: { sentAt }, now }: TestNoticeProps) {
  if (sentAt === null) return null;
  return (
    <div className={styles["notices"]}>
      <Notice tone="plain">
        This is a test. It isn’t listed or counted, and will be deleted on {goneOn(sentAt, now)}.
      </Notice>
    </div>
  );
}
