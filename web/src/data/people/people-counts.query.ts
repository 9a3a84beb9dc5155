import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";
import type { PeopleFilter } from "./person.models.ts";

/** At most `limits.counted`, which stands for that many or more. */
export type PeopleCounts = Readonly<Record<PeopleFilter, number>>;

async function fetchCounts(workspace: string, signal: AbortSignal): Promise<PeopleCounts> {
  const { data, error } = await dataClient()
    .rpc("people_counts", { workspace }, { get: true })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return data;
}

/** Number of people per list. */
export function peopleCountsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: peopleKeys.counts(workspaceId),
    queryFn: ({ signal }) => fetchCounts(workspaceId, signal),
  });
}
