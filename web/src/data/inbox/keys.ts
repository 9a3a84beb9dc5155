/** Cache keys of what a person is asked for. An answer changes the request and its row in the list: `all()` is stale then. */
export const inboxKeys = {
  all: () => ["inbox"] as const,
  list: (userId: string) => [...inboxKeys.all(), "list", userId] as const,
  requests: () => [...inboxKeys.all(), "request"] as const,
  request: (id: string, userId: string) => [...inboxKeys.requests(), id, userId] as const,
  people: (id: string) => [...inboxKeys.all(), "people", id] as const,
};
