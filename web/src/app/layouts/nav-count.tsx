import { useQuery } from "@tanstack/react-query";
import { inboxOptions } from "../../data/inbox/inbox.query.ts";
import { isWaiting } from "../../data/inbox/inbox.models.ts";
import { unopenedRequestsOptions } from "../../data/inbox/unopened-requests.query.ts";
import { requestCountsOptions } from "../../data/requests/request-counts.query.ts";
import { isoDay } from "../../lib/dates.ts";
import { formatCapped } from "../../lib/format-count.ts";
import { useNow } from "../../lib/now.ts";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./app-layout.module.css";

/**
 * The navigation stands on every page, so it reads nothing by itself: it shows what the lists have read, and follows them
 * from then on.
 */
const onceRead = {
  enabled: ({ state }: { state: { data: unknown } }) => state.data !== undefined,
  refetchInterval: false,
} as const;

/** The number behind "Requests" of a workspace, or behind "Needed from you" of the signed-in user. */
export function NavCount(of: { workspaceId: string } | { userId: string }) {
  return "workspaceId" in of ? <RequestsCount {...of} /> : <NeededCount {...of} />;
}

/** Requests with something to review. */
function RequestsCount({ workspaceId }: { workspaceId: string }) {
  const today = isoDay(useNow());
  const { data: counts } = useQuery({ ...requestCountsOptions({ workspaceId, today }), ...onceRead });
  return <Count count={counts?.review ?? 0} meaning="to review" />;
}

/** Requests that wait for the signed-in user. */
function NeededCount({ userId }: { userId: string }) {
  const { data: inbox = [] } = useQuery({ ...inboxOptions({ userId }), ...onceRead });
  const { data: unopened = [] } = useQuery({ ...unopenedRequestsOptions({ userId }), ...onceRead });
  return <Count count={inbox.filter(isWaiting).length + unopened.length} meaning="waiting for you" />;
}

function Count({ count, meaning }: { count: number; meaning: string }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className={styles["count"]}>
        {formatCapped(count)}
        <VisuallyHidden> {meaning}</VisuallyHidden>
      </span>
    </>
  );
}
