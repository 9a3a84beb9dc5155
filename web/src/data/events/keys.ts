/** Cache keys of a request's history. */
export const eventKeys = {
  all: () => ["events"] as const,
  ofRequest: (requestId: string) => [...eventKeys.all(), requestId] as const,
};
