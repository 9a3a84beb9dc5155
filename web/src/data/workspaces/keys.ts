/** Cache keys of workspaces; `all()` is the only broad prefix. */
export const workspaceKeys = {
  all: () => ["workspaces"] as const,
  mine: () => [...workspaceKeys.all(), "mine"] as const,
  settings: (workspaceId: string) => [...workspaceKeys.all(), "settings", workspaceId] as const,
  contents: (workspaceId: string) => [...workspaceKeys.all(), "contents", workspaceId] as const,
};
