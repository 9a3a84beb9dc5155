/** Cache keys of what hangs on a person's account; `all()` is the only broad prefix. */
export const accountKeys = {
  all: () => ["account"] as const,
  leaving: (userId: string) => [...accountKeys.all(), "leaving", userId] as const,
};
