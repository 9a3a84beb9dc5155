import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";
import type { PeopleFilter } from "./person.models.ts";

/** At most `limits.counted`, which stands for that many or more. */
export type PeopleCounts = Readonly<Record<PeopleFilter, number>>;

interface CountsOf {
  workspaceId: string;
  /** Id of a tag that each of them has. */
  tag: string | undefined;
}

async function fetchCounts(
  { workspaceId: workspace, tag }: CountsOf,
  signal: AbortSignal,
): Promise<PeopleCounts> {
  const { data, error } = await dataClient()
    .rpc("people_counts", { workspace, ...(tag !== undefined && { tag }) }, { get: true })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return data;
}

/** Number of people per list. */
export function peopleCountsOptions(of: CountsOf) {
  return queryOptions({
    queryKey: peopleKeys.counts(of),
    queryFn: ({ signal }) => fetchCounts(of, signal),
  });
}
