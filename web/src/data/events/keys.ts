/** Cache keys of requests' histories. */
export const eventKeys = {
  all: () => ["events"] as const,
  ofRequest: (requestId: string) => [...eventKeys.all(), requestId] as const,
  wholeOf: (requestId: string) => [...eventKeys.ofRequest(requestId), "whole"] as const,
  verdictOf: (requestId: string) => [...eventKeys.ofRequest(requestId), "verdict"] as const,
};
