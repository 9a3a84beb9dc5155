import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "./keys.ts";

async function fetchInvitationsEnd(requestId: string, signal: AbortSignal): Promise<string | null> {
  const { data, error } = await dataClient()
    .rpc("invitations_end_on", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/**
 * The day, YYYY-MM-DD, on which the last invitation leaves that waits for the workspace's cap on new addresses; null if none
 * does.
 */
export function invitationsEndOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: requestKeys.invitationsEnd(requestId),
    queryFn: ({ signal }) => fetchInvitationsEnd(requestId, signal),
    staleTime: 60_000,
  });
}
