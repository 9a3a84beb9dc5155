import { useInfiniteQuery } from "@tanstack/react-query";
import type { BulkFilter, BulkPerson } from "../../../data/bulk/bulk.models.ts";
import { bulkPeopleOptions } from "../../../data/bulk/bulk-people.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { ShowMore } from "../../../steps/lists/show-more.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { BulkSendSkeleton } from "../bulk-send-skeleton.tsx";
import styles from "../bulk-send.module.css";
import { sendingInterval } from "./interval.models.ts";
import { BulkRow } from "./bulk-row.tsx";

const emptyTitles: Readonly<Record<BulkFilter, string>> = {
  all: "Nobody",
  problems: "Nothing needs you",
  sent: "Nothing was sent yet",
  waiting: "Nobody is waiting",
};

// The counts may be newer than the rows.
const isOnItsWay = ({ state }: BulkPerson): boolean => state === "sending";

interface BulkPeopleProps {
  of: { id: string; filter: BulkFilter };
  /** Between two looks, in milliseconds. */
  interval: number;
  isPaused: boolean;
  now: Date;
}

/** The people of one tab. */
export function BulkPeople({ of, interval, isPaused, now }: BulkPeopleProps) {
  const list = useInfiniteQuery({
    ...bulkPeopleOptions(of),
    // All loaded pages are read again, so with each further one the list asks less often.
    refetchInterval: ({ state: { data } }) =>
      (data?.pages.flat().some(isOnItsWay) ? sendingInterval : interval) * (data?.pages.length ?? 1),
  });
  const rows = list.data?.pages.flat() ?? [];
  if (list.isPending) return <BulkSendSkeleton />;
  if (list.isError && rows.length === 0) {
    return (
      <ErrorState
        error={errorSentences(list.error)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      />
    );
  }
  if (rows.length === 0) return <EmptyState title={emptyTitles[of.filter]} />;
  return (
    <>
      <div className={styles["rowHead"]} aria-hidden="true">
        <span>Person</span>
        <span>Due</span>
        <span>Status</span>
      </div>
      <ul>
        {rows.map((person) => (
          <li key={person.number}>
            <BulkRow person={person} isPaused={isPaused} now={now} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore
          isLoading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? errorSentences(list.error) : null}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
