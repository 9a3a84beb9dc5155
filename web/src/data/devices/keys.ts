/** Cache keys of the devices list; `all()` is the only broad prefix. */
export const deviceKeys = {
  all: () => ["devices"] as const,
  mine: (userId: string) => [...deviceKeys.all(), userId] as const,
};
