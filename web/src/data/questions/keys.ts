/** Cache keys of unread questions. The questions themselves are part of their request. */
export const questionKeys = {
  unread: () => ["questions", "unread"] as const,
  unreadIn: (requestIds: readonly string[], newest: string) =>
    [...questionKeys.unread(), requestIds, newest] as const,
};
