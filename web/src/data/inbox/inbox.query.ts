import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { type HandedRow, inboxColumns, toInbox, type InboxEntry } from "./inbox.models.ts";
import { inboxKeys } from "./keys.ts";

/** Upper bound; longer lists are cut off. */
const maxEntries = 200;

async function fetchInbox(userId: string, signal: AbortSignal): Promise<InboxEntry[]> {
  const { data, error } = await dataClient()
    .from("recipients")
    .select(inboxColumns)
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .limit(maxEntries)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return toInbox(data, data.some(({ scope }) => scope === "items") ? await fetchHanded(signal) : []);
}

/** Requests of which items were handed to the user, who can't read the requests themselves. */
async function fetchHanded(signal: AbortSignal): Promise<HandedRow[]> {
  const { data, error } = await dataClient().rpc("my_checklists").abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** All requests to the user, across workspaces. */
export function inboxOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: inboxKeys.list(userId),
    queryFn: ({ signal }) => fetchInbox(userId, signal),
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
  });
}
