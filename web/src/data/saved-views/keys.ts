import { workspaceKeys } from "../workspaces/keys.ts";

/** Cache keys of the views that the signed-in member has saved. */
export const savedViewKeys = {
  of: (workspaceId: string) => [...workspaceKeys.all(), "saved-views", workspaceId] as const,
};
