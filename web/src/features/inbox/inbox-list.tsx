import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { inboxOptions } from "../../data/inbox/inbox.query.ts";
import { unopenedRequestsOptions } from "../../data/inbox/unopened-requests.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { useUnreadCounts } from "../../steps/questions/use-unread-counts.ts";
import { InboxEntryRow } from "./inbox-entry-row.tsx";
import { UnopenedRow } from "./unopened-row.tsx";
import styles from "./inbox.module.css";
import { PageTitle } from "../../ui/layout/page-title.tsx";

/** All requests to a recipient, across workspaces. */
export function InboxList({ userId }: { userId: string }) {
  const inbox = useQuery(inboxOptions({ userId }));
  const unopened = useQuery(unopenedRequestsOptions({ userId }));
  const unread = useUnreadCounts(inbox.data?.map(({ id }) => id) ?? [], inbox.dataUpdatedAt);
  const failed = [inbox, unopened].filter(({ isError, data }) => isError && !data);
  const isLoaded = inbox.data !== undefined && unopened.data !== undefined;
  const count = (inbox.data?.length ?? 0) + (unopened.data?.length ?? 0);
  return (
    <div className={styles["page"]}>
      <PageTitle>Needed from you</PageTitle>
      <h1>Needed from you</h1>
      {!isLoaded && failed.length === 0 && <InboxSkeleton />}
      {failed[0] && (
        <ErrorState
          error={errorSentences(failed[0].error)}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      )}
      {isLoaded && count === 0 && (
        <EmptyState
          icon={<Inbox />}
          title="No requests for you"
          text="When someone sends you a request, open its link once with your email address. It will then appear here."
        />
      )}
      {isLoaded && count > 0 && (
        <Card className={styles["list"]}>
          <ul>
            {unopened.data.map((request) => (
              <UnopenedRow key={request.id} request={request} />
            ))}
            {inbox.data.map((entry) => (
              <InboxEntryRow key={entry.id} entry={entry} unread={unread.get(entry.id) ?? 0} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function InboxSkeleton() {
  return (
    <Card className={styles["list"]} aria-busy="true">
      <LiveRegion message="Loading requests" />
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles["row"]}>
          <Skeleton width="45%" height="22px" />
          <Skeleton width="30%" height="18px" />
          <Skeleton height="6px" />
        </div>
      ))}
    </Card>
  );
}
