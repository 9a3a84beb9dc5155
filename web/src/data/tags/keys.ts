import { workspaceKeys } from "../workspaces/keys.ts";

/** Cache keys of tags; `all()` is the only broad prefix. */
export const tagKeys = {
  all: () => [...workspaceKeys.all(), "tags"] as const,
  of: (workspaceId: string) => [...tagKeys.all(), workspaceId] as const,
};
