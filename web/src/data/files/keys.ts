/** Cache keys of stored files' contents. A stored file never changes, so nothing makes these stale. */
export const fileKeys = {
  all: () => ["files"] as const,
  content: (file: { id: string }) => [...fileKeys.all(), "content", file.id] as const,
};
