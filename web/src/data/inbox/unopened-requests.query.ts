import type { Database } from "@sheaf/contract/database";
import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { inboxKeys } from "./keys.ts";

type UnopenedRow = Database["public"]["Functions"]["unopened_requests"]["Returns"][number];

/** A request to the user's address that they have not opened. */
export interface UnopenedRequest {
  id: string;
  title: string;
  workspaceName: string;
  /** Null if the sender has deleted their account. */
  senderEmail: string | null;
  dueOn: string | null;
}

async function fetchUnopened(signal: AbortSignal): Promise<UnopenedRequest[]> {
  const { data, error } = await dataClient().rpc("unopened_requests").abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toUnopened);
}

function toUnopened(row: UnopenedRow): UnopenedRequest {
  return {
    id: row.id,
    title: row.title,
    workspaceName: row.workspace_name,
    senderEmail: row.sender_email,
    dueOn: row.due_on,
  };
}

/** At most 50, the newest invitation first. */
export function unopenedRequestsOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: inboxKeys.unopened(userId),
    queryFn: ({ signal }) => fetchUnopened(signal),
  });
}
