import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { reasonKeys } from "./keys.ts";

async function fetchReasons(workspaceId: string, signal: AbortSignal): Promise<string[]> {
  const { data, error } = await dataClient()
    .rpc("saved_reasons", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** Reasons for returns that a workspace has saved, the oldest first. */
export function savedReasonsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: reasonKeys.of(workspaceId),
    queryFn: ({ signal }) => fetchReasons(workspaceId, signal),
    staleTime: 60_000,
  });
}
