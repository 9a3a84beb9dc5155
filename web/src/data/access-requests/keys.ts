/** Cache keys of people's requests to be added. */
export const accessRequestKeys = {
  all: () => ["access-requests"] as const,
  pending: (requestId: string) => [...accessRequestKeys.all(), "pending", requestId] as const,
};
