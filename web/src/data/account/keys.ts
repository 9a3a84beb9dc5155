/** Cache keys of the account deletion; `all()` is the only broad prefix. */
export const accountKeys = {
  all: () => ["account"] as const,
  deletionImpact: (userId: string) => [...accountKeys.all(), "deletion-impact", userId] as const,
};
