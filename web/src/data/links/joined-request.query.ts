import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { linkKeys } from "./keys.ts";

async function joinRequest(token: string, signal: AbortSignal): Promise<string | null> {
  // A signed-out visitor of the link page doesn't need the client yet.
  const { dataClient } = await import("../../lib/data-client.ts");
  const { data, error } = await dataClient().rpc("join_request", { token }).abortSignal(signal);
  if (!error) return data;
  const failure = toAppError(error);
  if (failure.code === "not_found") return null;
  throw failure;
}

/**
 * Id of the request that a link opens for this user. Null for a wrong link and for a wrong user alike. Joining is
 * idempotent, so a query may call it; it also records the time of the visit.
 */
export function joinedRequestOptions({ token, userId }: { token: string; userId: string }) {
  return queryOptions({
    queryKey: linkKeys.joined(token, userId),
    queryFn: ({ signal }) => joinRequest(token, signal),
    staleTime: 60_000,
  });
}
