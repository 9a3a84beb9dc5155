import { workspaceKeys } from "../workspaces/keys.ts";

/** Cache keys of saved reasons. */
export const reasonKeys = {
  of: (workspaceId: string) => [...workspaceKeys.all(), "reasons", workspaceId] as const,
};
