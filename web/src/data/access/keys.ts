/** Cache keys of what the session may read; `all()` is the only broad prefix. */
export const accessKeys = {
  all: () => ["access"] as const,
  mine: (userId: string, aal: string) => [...accessKeys.all(), userId, aal] as const,
};
