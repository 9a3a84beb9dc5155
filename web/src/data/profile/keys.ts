/** Cache keys of the signed-in user's profile; `all()` is the only broad prefix. */
export const profileKeys = {
  all: () => ["profile"] as const,
  mine: (userId: string) => [...profileKeys.all(), "mine", userId] as const,
  isRecipient: (userId: string) => [...profileKeys.all(), "is-recipient", userId] as const,
};
