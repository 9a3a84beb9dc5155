import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type BulkFilter, bulkFilters } from "../../../data/bulk/bulk.models.ts";
import { bulkOptions } from "../../../data/bulk/bulk.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/now.ts";
import { pollInterval } from "../../../lib/poll-interval.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { BulkSendHead } from "../bulk-send-head.tsx";
import { BulkSendSkeleton } from "../bulk-send-skeleton.tsx";
import styles from "../bulk-send.module.css";
import { BulkPeople } from "./bulk-people.tsx";
import { intervalOf } from "./interval.models.ts";
import { ProgressCard } from "./progress-card.tsx";
import { capText, isEnded, titleOf } from "./progress-text.models.ts";

const tabNames: Readonly<Record<BulkFilter, string>> = {
  all: "All",
  problems: "Needs you",
  sent: "Sent",
  waiting: "Waiting",
};

interface BulkScreenProps {
  bulkId: string;
  filter: BulkFilter;
  onNavigate: (href: string) => void;
}

/** The progress of sending to many, problems first. */
export function BulkScreen({ bulkId, filter, onNavigate }: BulkScreenProps) {
  const now = useNow();
  const query = useQuery({
    ...bulkOptions({ id: bulkId }),
    refetchInterval: ({ state: { data } }) => (data ? intervalOf(data) : pollInterval),
  });
  const bulk = query.data;
  if (query.isPending) {
    return (
      <>
        <BulkSendHead title="Sending requests" at={2} />
        <BulkSendSkeleton />
      </>
    );
  }
  if (!bulk) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(query.error)}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    );
  }
  const counts = { all: bulk.people, problems: bulk.problems, sent: bulk.sent, waiting: bulk.waiting };
  const cap = capText(bulk);
  return (
    <>
      <BulkSendHead
        title={titleOf(bulk)}
        template={{ id: bulk.templateId, title: bulk.templateTitle }}
        at={isEnded(bulk) ? 3 : 2}
      />
      <ProgressCard bulk={bulk} now={now} />
      <div className={styles["tabs"]}>
        <Tabs
          label="People"
          tabs={bulkFilters.map((tab) => ({
            label: tabNames[tab],
            href: pages.bulk.href({ id: bulkId, ...(tab !== "all" && { tab }) }),
            current: tab === filter,
            count: String(counts[tab]),
          }))}
          onNavigate={onNavigate}
        />
      </div>
      <BulkPeople
        key={filter}
        of={{ id: bulkId, filter }}
        interval={intervalOf(bulk)}
        isPaused={bulk.isPaused || !bulk.canSend}
        now={now}
      />
      {cap !== "" && <p className={styles["cap"]}>{cap}</p>}
    </>
  );
}
