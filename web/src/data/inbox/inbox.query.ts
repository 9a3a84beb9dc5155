import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { inboxColumns, toInbox, type InboxEntry } from "./inbox.models.ts";
import { inboxKeys } from "./keys.ts";

/** Beyond this many nobody reads a list of what they were asked for. */
const most = 200;

async function fetchInbox(userId: string, signal: AbortSignal): Promise<InboxEntry[]> {
  const { data, error } = await platformClient()
    .from("recipients")
    .select(inboxColumns)
    .eq("user_id", userId)
    .order("created_at", { ascending: false })
    .limit(most)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return toInbox(data);
}

/** Everything the person is asked for, across workspaces. */
export function inboxOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: inboxKeys.list(userId),
    queryFn: ({ signal }) => fetchInbox(userId, signal),
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
  });
}
