import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "./keys.ts";
import { foundColumns, type FoundRequests, type RequestSearch, toFound } from "./request-search.models.ts";

/** The status with which the database answers a search that others may match. */
const partialContent = 206;

async function searchRequests(
  { workspaceId: workspace, search }: RequestSearch,
  signal: AbortSignal,
): Promise<FoundRequests> {
  const { data, error, status } = await dataClient()
    .rpc("search_requests", { workspace, search }, { get: true })
    .select(foundColumns)
    .is("recipients.removed_at", null)
    .is("items.removed_at", null)
    .order("seq", { referencedTable: "events", ascending: false })
    .limit(1, { referencedTable: "events" })
    .order("position", { referencedTable: "items" })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return {
    rows: data.map(toFound),
    isComplete: status !== partialContent,
  };
}

/** A workspace's requests that match, in all states. The last matches stay until the next ones arrive. */
export function requestSearchOptions(of: RequestSearch) {
  return queryOptions({
    queryKey: requestKeys.search(of),
    queryFn: ({ signal }) => searchRequests(of, signal),
    placeholderData: keepPreviousData,
  });
}
