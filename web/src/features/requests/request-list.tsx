import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { requestListOptions } from "../../data/requests/request-list.query.ts";
import { isNarrowed, type RequestListView } from "../../data/requests/request-list.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { pollInterval } from "../../lib/poll-interval.ts";
import { useUnreadCounts } from "../../steps/questions/use-unread-counts.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { RequestRows, RequestTable } from "./request-rows.tsx";
import { useRowKeys } from "../../steps/lists/row-keys.ts";
import type { Selection } from "./selection/use-selection.ts";

// Most lists have requests, and most fit on one page.
const EmptyList = lazy(async () => ({ default: (await import("./empty-list.tsx")).EmptyList }));
const ShowMore = lazy(async () => ({ default: (await import("../../steps/lists/show-more.tsx")).ShowMore }));

interface RequestListProps {
  view: RequestListView;
  now: Date;
  selection: Selection;
  /** Address of the page for a new request. */
  newRequest: string;
  /** Lists all requests again. */
  onWiden: () => void;
}

export function RequestList({ view, now, selection, newRequest, onWiden }: RequestListProps) {
  const list = useInfiniteQuery({
    ...requestListOptions(view),
    // All loaded pages are read again, so with each further one the list asks less often.
    refetchInterval: ({ state }) => pollInterval * (state.data?.pages.length ?? 1),
  });
  const rows = list.data?.pages.flat() ?? [];
  const unread = useUnreadCounts(
    rows.map(({ id }) => id),
    list.dataUpdatedAt,
  );
  useRowKeys((id) => {
    const request = rows.find((row) => row.id === id);
    if (request) selection.toggle(request);
  });

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
  return (
    <>
      {rows.length === 0 ? (
        <Suspense fallback={<ListSkeleton />}>
          <EmptyList
            filter={view.filter}
            newRequest={newRequest}
            onWiden={isNarrowed(view) ? onWiden : undefined}
          />
        </Suspense>
      ) : (
        <RequestTable rows={rows} selection={selection}>
          <RequestRows
            rows={rows}
            workspaceId={view.workspaceId}
            unread={unread}
            today={view.today}
            now={now}
            selection={selection}
          />
          {list.hasNextPage && (
            <Suspense fallback={null}>
              <ShowMore
                isLoading={list.isFetchingNextPage}
                error={list.isFetchNextPageError ? errorSentences(list.error) : null}
                onMore={() => void list.fetchNextPage()}
              />
            </Suspense>
          )}
        </RequestTable>
      )}
    </>
  );
}
