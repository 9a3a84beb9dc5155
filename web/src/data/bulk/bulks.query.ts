import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type ListedBulk, toListedBulk } from "./bulk.models.ts";
import { bulkKeys } from "./keys.ts";

async function fetchBulks(workspace: string, signal: AbortSignal): Promise<ListedBulk[]> {
  const { data, error } = await dataClient()
    .rpc("workspace_bulks", { workspace }, { get: true })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toListedBulk);
}

/** The ten templates that a workspace sent to many last. */
export function bulksOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: bulkKeys.list(workspaceId),
    queryFn: ({ signal }) => fetchBulks(workspaceId, signal),
  });
}
