/** Cache keys of backup codes; `all()` is the only broad prefix. */
export const backupCodeKeys = {
  all: () => ["backup-codes"] as const,
  left: (userId: string) => [...backupCodeKeys.all(), "left", userId] as const,
};
