import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { profileKeys } from "./keys.ts";

async function fetchIsRecipient(userId: string, signal: AbortSignal): Promise<boolean> {
  const { data, error } = await dataClient()
    .from("recipients")
    .select("id")
    .eq("user_id", userId)
    .limit(1)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.length > 0;
}

/** Resolves to true if the user is a recipient of at least one request they have opened. */
export function isRecipientOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: profileKeys.isRecipient(userId),
    queryFn: ({ signal }) => fetchIsRecipient(userId, signal),
  });
}
