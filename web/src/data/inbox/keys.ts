import { sharedKeys } from "../shared-keys.ts";

/** Cache keys of requests to a recipient. An answer changes the request and its row in the list, so it invalidates `all()`. */
export const inboxKeys = {
  all: () => sharedKeys.inbox,
  list: (userId: string) => [...inboxKeys.all(), "list", userId] as const,
  unopened: (userId: string) => [...inboxKeys.all(), "unopened", userId] as const,
  requests: () => sharedKeys.inboxRequests,
  request: (id: string, userId: string) => [...inboxKeys.requests(), id, userId] as const,
  branding: (id: string) => [...inboxKeys.all(), "branding", id] as const,
  people: (id: string) => [...inboxKeys.all(), "people", id] as const,
};
