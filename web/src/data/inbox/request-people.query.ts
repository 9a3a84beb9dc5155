import type { RecipientScope } from "@sheaf/contract/states";
import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { inboxKeys } from "./keys.ts";

/** A person who may add to a request, or to some of its items, and see their files. */
export interface RequestPerson {
  /** Name, or address if no name is known. */
  name: string;
  isMe: boolean;
  scope: RecipientScope;
  /** Items that were handed to them. */
  itemIds: string[];
}

async function fetchRequestPeople(requestId: string, signal: AbortSignal): Promise<RequestPerson[]> {
  const { data, error } = await dataClient()
    .rpc("request_people", { request: requestId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(({ name, is_me: isMe, scope, items: itemIds }) => ({ name, isMe, scope, itemIds }));
}

export function requestPeopleOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: inboxKeys.people(requestId),
    queryFn: ({ signal }) => fetchRequestPeople(requestId, signal),
    staleTime: 5 * 60_000,
  });
}
