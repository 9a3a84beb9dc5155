import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "./keys.ts";

async function fetchUpdateLeaves(requestId: string, signal: AbortSignal): Promise<string | null> {
  const { data, error } = await dataClient()
    .rpc("update_leaves_at", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** When the email about what was returned or changed leaves; null if none waits. */
export function updateLeavesOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: requestKeys.updateLeaves(requestId),
    queryFn: ({ signal }) => fetchUpdateLeaves(requestId, signal),
  });
}
