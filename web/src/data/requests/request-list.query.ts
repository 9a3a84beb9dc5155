import { infiniteQueryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";
import {
  afterCursor,
  narrowedBy,
  nextCursor,
  type RequestCursor,
  type RequestListView,
} from "./request-list.models.ts";
import { summaryColumns, toSummary, type RequestSummary } from "./request-summary.models.ts";

interface Page {
  view: RequestListView;
  after: RequestCursor | null;
  signal: AbortSignal;
}

async function fetchRequests({ view, after, signal }: Page): Promise<RequestSummary[]> {
  const { workspaceId: workspace, filter, sort, today } = view;
  const { data, error } = await dataClient()
    .rpc(
      "list_requests",
      { workspace, filter, sort, today, ...afterCursor(sort, after), ...narrowedBy(view, today) },
      { get: true },
    )
    .select(summaryColumns)
    .is("recipients.removed_at", null)
    .eq("recipients.scope", "all")
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
    getNextPageParam: nextCursor,
  });
}
