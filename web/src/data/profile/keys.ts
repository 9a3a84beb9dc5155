/** Cache keys of what is known about the signed-in person; `all()` is the only broad prefix. */
export const profileKeys = {
  all: () => ["profile"] as const,
  mine: (userId: string) => [...profileKeys.all(), "mine", userId] as const,
  asked: (userId: string) => [...profileKeys.all(), "asked", userId] as const,
};
