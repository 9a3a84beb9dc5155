import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { inFilter } from "./in-filter.ts";
import { requestKeys } from "./keys.ts";
import { requestFilters, type RequestFilter } from "./request-list.models.ts";

interface CountsOf {
  workspaceId: string;
  /** The reader's current day, YYYY-MM-DD. */
  today: string;
}

export type FilterCounts = Readonly<Record<RequestFilter, number>>;

async function fetchCount(filter: RequestFilter, of: CountsOf, signal: AbortSignal): Promise<number> {
  const rows = platformClient().from("requests").select("id", { count: "exact", head: true });
  const { count, error } = await inFilter(rows, { ...of, filter }).abortSignal(signal);
  if (error) throw toAppError(error);
  return count ?? 0;
}

/** Number of requests per filter. Each count is an index scan that returns no rows. */
export function requestCountsOptions(of: CountsOf) {
  return queryOptions({
    queryKey: requestKeys.counts(of),
    queryFn: async ({ signal }): Promise<FilterCounts> => {
      const [open = 0, review = 0, overdue = 0, drafts = 0, done = 0] = await Promise.all(
        requestFilters.map((filter) => fetchCount(filter, of, signal)),
      );
      return { open, review, overdue, drafts, done };
    },
  });
}
