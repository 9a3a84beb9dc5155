/** Cache keys of stored files' contents, which never change and so never become stale. */
export const fileKeys = {
  all: () => ["files"] as const,
  row: (id: string) => [...fileKeys.all(), "row", id] as const,
  content: (file: { id: string }) => [...fileKeys.all(), "content", file.id] as const,
  view: (file: { id: string }) => [...fileKeys.all(), "view", file.id] as const,
  openings: (file: { id: string }) => [...fileKeys.all(), "openings", file.id] as const,
  thumbnail: (file: { id: string }) => [...fileKeys.all(), "thumbnail", file.id] as const,
  local: (file: { id: string }) => [...fileKeys.all(), "local", file.id] as const,
  localPreview: (file: { id: string }) => [...fileKeys.all(), "local-preview", file.id] as const,
  loaded: (file: { id: string }) => [...fileKeys.all(), "loaded", file.id] as const,
};
