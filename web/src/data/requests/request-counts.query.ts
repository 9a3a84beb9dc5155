import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";
import { narrowedBy, type Narrowing, type RequestFilter } from "./request-list.models.ts";

interface CountsOf extends Narrowing {
  workspaceId: string;
  /** The reader's current day, YYYY-MM-DD. */
  today: string;
}

/** At most `limits.counted`, which stands for that many or more. */
export type FilterCounts = Readonly<Record<RequestFilter, number>>;

async function fetchCounts(
  { workspaceId, today, ...narrowing }: CountsOf,
  signal: AbortSignal,
): Promise<FilterCounts> {
  const { data, error } = await dataClient()
    .rpc("request_counts", { workspace: workspaceId, today, ...narrowedBy(narrowing, today) }, { get: true })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return data;
}

/** Number of requests per filter. */
export function requestCountsOptions(of: CountsOf) {
  return queryOptions({
    queryKey: requestKeys.counts(of),
    queryFn: ({ signal }) => fetchCounts(of, signal),
  });
}
