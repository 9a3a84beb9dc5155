import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { accountKeys } from "./keys.ts";
import { type Leaving, toLeaving } from "./leaving.models.ts";

async function fetchLeaving(signal: AbortSignal): Promise<Leaving> {
  const { data, error } = await platformClient().rpc("sole_ownerships").abortSignal(signal);
  if (error) throw toAppError(error);
  return toLeaving(data);
}

/** What deleting the account would take along, and what stands in its way. */
export function leavingOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: accountKeys.leaving(userId),
    queryFn: ({ signal }) => fetchLeaving(signal),
    staleTime: 0,
  });
}
