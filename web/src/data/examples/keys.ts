/** Cache keys of examples' contents, which never change and so never become stale. */
export const exampleKeys = {
  all: () => ["examples"] as const,
  content: (example: { id: string }) => [...exampleKeys.all(), "content", example.id] as const,
};
