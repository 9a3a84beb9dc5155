/** Cache keys of the account as Auth stores it; `all()` is the only broad prefix. */
export const authUserKeys = {
  all: () => ["auth-user"] as const,
  mine: (userId: string) => [...authUserKeys.all(), userId] as const,
};
