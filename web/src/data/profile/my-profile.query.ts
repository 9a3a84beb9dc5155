import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { profileKeys } from "./keys.ts";

async function fetchDisplayName(userId: string, signal: AbortSignal): Promise<string> {
  const { data, error } = await dataClient()
    .from("profiles")
    .select("display_name")
    .eq("user_id", userId)
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error);
  return data?.display_name ?? "";
}

/** Display name of the signed-in user; empty until entered. */
export function displayNameOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: profileKeys.mine(userId),
    queryFn: ({ signal }) => fetchDisplayName(userId, signal),
    staleTime: 5 * 60_000,
  });
}
