import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { accountKeys } from "./keys.ts";
import { type DeletionImpact, toDeletionImpact } from "./deletion-impact.models.ts";

async function fetchDeletionImpact(signal: AbortSignal): Promise<DeletionImpact> {
  const { data, error } = await dataClient().rpc("sole_ownerships").abortSignal(signal);
  if (error) throw toAppError(error);
  return toDeletionImpact(data);
}

/** Workspaces that an account deletion would delete, and those that block it. */
export function deletionImpactOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: accountKeys.deletionImpact(userId),
    queryFn: ({ signal }) => fetchDeletionImpact(signal),
    staleTime: 0,
  });
}
