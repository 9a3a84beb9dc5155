/** Cache keys of requests' histories. */
export const eventKeys = {
  all: () => ["events"] as const,
  ofRequest: (requestId: string) => [...eventKeys.all(), requestId] as const,
};
