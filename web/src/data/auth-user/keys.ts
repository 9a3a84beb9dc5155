/** Cache keys of the account as the sign-in service keeps it; `all()` is the only broad prefix. */
export const authUserKeys = {
  all: () => ["auth-user"] as const,
  mine: (userId: string) => [...authUserKeys.all(), userId] as const,
};
