import { useInfiniteQuery } from "@tanstack/react-query";
import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import { FilePlus2 } from "lucide-react";
import { Link } from "react-router-dom";
import { WindowVirtualizer } from "virtua";
import { requestListOptions } from "../../data/requests/request-list.query.ts";
import { isCut, type RequestListView } from "../../data/requests/request-list.models.ts";
import type { RequestSummary } from "../../data/requests/request.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { buttonClass } from "../../ui/forms/button.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { emptyText } from "./empty.models.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { MoreRequests } from "./more-requests.tsx";
import styles from "./request-list.module.css";
import { RequestRow } from "./request-row.tsx";
import { useRowKeys } from "./row-keys.ts";

/** Up to this number all rows are rendered, so that the browser's own search finds them. So are all rows of a search. */
const maxRenderedRows = limits.searchMatches;

/** Estimated height of a row until it is measured. Pixels. */
const rowHeight = 73;

interface RequestListProps {
  view: RequestListView;
  now: Date;
}

export function RequestList({ view, now }: RequestListProps) {
  const list = useInfiniteQuery(requestListOptions(view));
  const rows = list.data?.pages.flat() ?? [];
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
  if (rows.length === 0) return <EmptyList view={view} />;
  return (
    <>
      <div className={styles["head"]} aria-hidden="true">
        <span>Request</span>
        <span>From</span>
        <span>Progress</span>
        <span>Due</span>
        <span>Last activity</span>
      </div>
      <Rows rows={rows} today={view.today} now={now} />
      <MoreRequests
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? errorSentences(list.error) : null}
        onMore={() => void list.fetchNextPage()}
      />
      {isCut(view, rows.length) && (
        <p className={styles["cut"]}>
          These are the first {limits.searchMatches} matches. Add a word to find others.
        </p>
      )}
    </>
  );
}

function Rows({ rows, today, now }: { rows: readonly RequestSummary[]; today: string; now: Date }) {
  const row = (request: RequestSummary) => (
    <RequestRow key={request.id} request={request} today={today} now={now} />
  );
  return rows.length > maxRenderedRows ? (
    <WindowVirtualizer as="ul" item="li" itemSize={rowHeight}>
      {rows.map(row)}
    </WindowVirtualizer>
  ) : (
    <ul>
      {rows.map((request) => (
        <li key={request.id}>{row(request)}</li>
      ))}
    </ul>
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
