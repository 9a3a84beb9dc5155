/**
 * Beginnings of the cache keys by which a part of a request, such as a file or a question, has its request read again. A
 * part knows neither how requests are listed nor how recipients see them.
 */
export const sharedKeys = {
  requests: ["requests"],
  requestDetails: ["requests", "detail"],
  inbox: ["inbox"],
  inboxRequests: ["inbox", "request"],
} as const;
