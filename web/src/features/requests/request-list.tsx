import { useInfiniteQuery } from "@tanstack/react-query";
import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { FilePlus2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { requestListOptions } from "../../data/requests/request-list.query.ts";
import { isCut, type RequestListView } from "../../data/requests/request-list.models.ts";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { emptyText } from "./empty.models.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { MoreRequests } from "./more-requests.tsx";
import styles from "./request-list.module.css";
import { RequestRow } from "./request-row.tsx";
import { useUnreadCounts } from "../../steps/questions/use-unread-counts.ts";
import { useRowKeys } from "./row-keys.ts";

/** Up to this number all rows are rendered, so that the browser's own search finds them. So are all rows of a search. */
const maxRenderedRows = limits.searchMatches;

// Few lists are that long.
const WindowVirtualizer = lazy(async () => ({ default: (await import("virtua")).WindowVirtualizer }));

/** Estimated height of a row until it is measured. Pixels. */
const rowHeight = 73;

interface RequestListProps {
  view: RequestListView;
  now: Date;
}

export function RequestList({ view, now }: RequestListProps) {
  const list = useInfiniteQuery(requestListOptions(view));
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const cut = isCut(view, pages);
  const unread = useUnreadCounts(
    rows.map(({ id }) => id),
    list.dataUpdatedAt,
  );
  useRowKeys();

  if (list.isPending) return <ListSkeleton />;
  if (list.isError && rows.length === 0) {
    return (
      <ErrorState
        error={errorSentences(list.error)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      />
    );
  }
  if (rows.length === 0) {
    return cut ? <Cut matches={0} /> : <EmptyList view={view} />;
  }
  return (
    <>
      <div className={styles["head"]} aria-hidden="true">
        <span>Request</span>
        <span>From</span>
        <span>Progress</span>
        <span>Due</span>
        <span>Last activity</span>
      </div>
      <Rows rows={rows} unread={unread} today={view.today} now={now} />
      <MoreRequests
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? errorSentences(list.error) : null}
        onMore={() => void list.fetchNextPage()}
      />
      {cut && <Cut matches={rows.length} />}
    </>
  );
}

function Cut({ matches }: { matches: number }) {
  const first = matches === 1 ? "This is the first match." : `These are the first ${matches} matches.`;
  return (
    <p className={styles["cut"]}>
      {matches === 0
        ? "No match among the requests that were searched. Add a word to narrow the search."
        : `${first} Add a word to find others.`}
    </p>
  );
}

interface RowsProps {
  rows: readonly RequestSummary[];
  /** Number of unread questions by request. */
  unread: ReadonlyMap<string, number>;
  today: string;
  now: Date;
}

function Rows({ rows, unread, today, now }: RowsProps) {
  const row = (request: RequestSummary) => (
    <RequestRow
      key={request.id}
      request={request}
      unread={unread.get(request.id) ?? 0}
      today={today}
      now={now}
    />
  );
  const all = (
    <ul>
      {rows.map((request) => (
        <li key={request.id}>{row(request)}</li>
      ))}
    </ul>
  );
  if (rows.length <= maxRenderedRows) return all;
  return (
    <Suspense fallback={all}>
      <WindowVirtualizer as="ul" item="li" itemSize={rowHeight}>
        {rows.map(row)}
      </WindowVirtualizer>
    </Suspense>
  );
}

function EmptyList({ view }: { view: RequestListView }) {
  const { title, text, offersNew } = emptyText(view.filter, view.search);
  return (
    <EmptyState
      icon={<FilePlus2 />}
      title={title}
      text={text}
      action={
        offersNew && (
          <Link className={buttonClass()} to={pages.newRequest.href()}>
            New request
          </Link>
        )
      }
    />
  );
}
