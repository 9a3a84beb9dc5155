/** Cache keys of passkeys; `all()` is the only broad prefix. */
export const passkeyKeys = {
  all: () => ["passkeys"] as const,
  mine: (userId: string) => [...passkeyKeys.all(), userId] as const,
};
