import { infiniteQueryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { inFilter } from "./in-filter.ts";
import { requestKeys } from "./keys.ts";
import {
  afterCursor,
  nextCursor,
  requestsPerPage,
  type RequestCursor,
  type RequestListView,
} from "./request-list.models.ts";
import { summaryColumns, toSummary, type RequestSummary } from "./request.models.ts";
import { toSearchQuery } from "./search.models.ts";

interface Page {
  view: RequestListView;
  after: RequestCursor | null;
  signal: AbortSignal;
}

async function fetchRequests({ view, after, signal }: Page): Promise<RequestSummary[]> {
  const query = toSearchQuery(view.search);
  const columns: typeof summaryColumns =
    // The inner join drops rows whose search document does not match, so it is only added for a search.
    query === "" ? summaryColumns : (`${summaryColumns}, request_search!inner()` as typeof summaryColumns);
  let rows = inFilter(platformClient().from("requests").select(columns), view);
  if (query !== "") rows = rows.filter("request_search.document", "fts(simple)", query);
  if (after) rows = rows.or(afterCursor(view.sort, after));
  rows =
    view.sort === "activity"
      ? rows.order("last_activity_at", { ascending: false }).order("id", { ascending: false })
      : rows.order("due_on", { nullsFirst: false }).order("id");
  const { data, error } = await rows
    .limit(requestsPerPage)
    .order("seq", { referencedTable: "events", ascending: false })
    .limit(1, { referencedTable: "events" })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toSummary);
}

/** The rows of a view, in pages that continue after the previous page's last row. */
export function requestListOptions(view: RequestListView) {
  return infiniteQueryOptions({
    queryKey: requestKeys.list(view),
    queryFn: ({ pageParam, signal }) => fetchRequests({ view, after: pageParam, signal }),
    initialPageParam: null as RequestCursor | null,
    getNextPageParam: (page) => nextCursor(page),
  });
}
