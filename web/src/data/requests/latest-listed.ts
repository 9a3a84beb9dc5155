import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { requestKeys } from "./keys.ts";
import type { FoundRequests } from "./request-search.models.ts";
import type { RequestSummary } from "./request-summary.models.ts";

/** Requests by id, each as a list or a search has read it last. */
export function latestListed(cache: QueryClient): ReadonlyMap<string, RequestSummary> {
  const read = (queryKey: readonly unknown[]) => cache.getQueryCache().findAll({ queryKey });
  const readings = [...read(requestKeys.lists()), ...read(requestKeys.searches())]
    .map(({ state }) => ({
      at: state.dataUpdatedAt,
      data: state.data as InfiniteData<RequestSummary[]> | FoundRequests | undefined,
    }))
    .toSorted((a, b) => a.at - b.at);
  const rows = readings.flatMap(({ data }) => {
    if (!data) return [];
    return "pages" in data ? data.pages.flat() : data.rows;
  });
  return new Map(rows.map((row) => [row.id, row]));
}
