import { workspaceKeys } from "../workspaces/keys.ts";

/** Cache keys of members and invitations, which change together; `all()` is the only broad prefix. */
export const memberKeys = {
  all: () => [...workspaceKeys.all(), "members"] as const,
  of: (workspaceId: string) => [...memberKeys.all(), workspaceId] as const,
  invitations: (workspaceId: string) => [...memberKeys.of(workspaceId), "invitations"] as const,
};
