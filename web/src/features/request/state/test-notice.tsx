import { useQuery } from "@tanstack/react-query";
import { requestEventsOptions } from "../../../data/events/request-events.query.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { goneOn } from "../../../data/retention/retention.models.ts";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./state-notice.module.css";

interface TestNoticeProps {
  request: Pick<Request, "id" | "sentAt">;
  now: Date;
}

/** Tells a test of a draft from a request. */
export function TestNotice({ request: { id, sentAt }, now }: TestNoticeProps) {
  // The page shows the events as well, so they aren't read twice.
  const { data: events } = useQuery(requestEventsOptions({ requestId: id }));
  if (sentAt === null) return null;
  // Its days count from its creation, a moment before it is sent.
  const createdAt = events?.find(({ kind }) => kind === "created")?.at ?? sentAt;
  return (
    <div className={styles["notices"]}>
      <Notice tone="plain">
        This is a test. It isn’t listed or counted, and will be deleted on {goneOn(createdAt, now)}.
      </Notice>
    </div>
  );
}
