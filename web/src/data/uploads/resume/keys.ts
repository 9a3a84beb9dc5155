/** Cache keys of uploads in this browser. */
export const uploadKeys = {
  beingSent: () => ["uploads", "being-sent"] as const,
};
