/** Cache keys of what this browser knows of uploads. */
export const uploadKeys = {
  beingSent: () => ["uploads", "being-sent"] as const,
};
