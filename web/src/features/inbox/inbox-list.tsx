import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { inboxOptions } from "../../data/inbox/inbox.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { useUnreadCounts } from "../../steps/questions/use-unread-counts.ts";
import { InboxEntryRow } from "./inbox-entry-row.tsx";
import styles from "./inbox.module.css";
import { PageTitle } from "../../ui/layout/page-title.tsx";

/** All requests to a recipient, across workspaces. */
export function InboxList({ userId }: { userId: string }) {
  const inbox = useQuery(inboxOptions({ userId }));
  const unread = useUnreadCounts(inbox.data?.map(({ id }) => id) ?? [], inbox.dataUpdatedAt);
  return (
    <div className={styles["page"]}>
      <PageTitle>Requested from you</PageTitle>
      <h1>Requested from you</h1>
      {inbox.isPending && <InboxSkeleton />}
      {inbox.isError && !inbox.data && (
        <ErrorState
          error={errorSentences(inbox.error)}
          onRetry={() => void inbox.refetch()}
          busy={inbox.isFetching}
        />
      )}
      {inbox.data?.length === 0 && (
        <EmptyState
          icon={<Inbox />}
          title="No requests for you"
          text="When someone sends you a request, open its link once with your email address. It will then appear here."
        />
      )}
      {inbox.data && inbox.data.length > 0 && (
        <Card className={styles["list"]}>
          <ul>
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
