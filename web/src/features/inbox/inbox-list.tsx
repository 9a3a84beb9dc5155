import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { inboxOptions } from "../../data/inbox/inbox.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { InboxEntryRow } from "./inbox-entry-row.tsx";
import styles from "./inbox.module.css";
import { PageTitle } from "../../ui/page-title.tsx";

/** Everything that a person is asked for, across workspaces. */
export function InboxList({ userId }: { userId: string }) {
  const inbox = useQuery(inboxOptions({ userId }));
  return (
    <div className={styles["page"]}>
      <PageTitle>Asked of me</PageTitle>
      <h1>Asked of me</h1>
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
          title="Nothing is asked of you"
          text="When somebody sends you a request, open its link once with your address; from then on you find it here."
        />
      )}
      {inbox.data && inbox.data.length > 0 && (
        <Card className={styles["list"]}>
          <ul>
            {inbox.data.map((entry) => (
              <InboxEntryRow key={entry.id} entry={entry} />
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
      <LiveRegion message="Loading the list" />
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
