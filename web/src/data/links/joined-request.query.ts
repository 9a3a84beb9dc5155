import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { linkKeys } from "./keys.ts";

async function joinRequest(token: string, signal: AbortSignal): Promise<string | null> {
  const { data, error } = await platformClient().rpc("join_request", { token }).abortSignal(signal);
  if (!error) return data;
  const failure = toAppError(error);
  if (failure.code === "not_found") return null;
  throw failure;
}

/**
 * The request that a link opens for this person, or null when it opens none: a wrong link and a wrong person get the
 * same answer. Joining twice is no change, so it may be asked like a question; it also notes when they were here.
 */
export function joinedRequestOptions({ token, userId }: { token: string; userId: string }) {
  return queryOptions({
    queryKey: linkKeys.joined(token, userId),
    queryFn: ({ signal }) => joinRequest(token, signal),
    staleTime: 60_000,
  });
}
