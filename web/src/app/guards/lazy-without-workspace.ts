import { lazy } from "react";

/** Most people are in a workspace. */
export const WithoutWorkspace = lazy(async () => ({
  default: (await import("./without-workspace.tsx")).WithoutWorkspace,
}));
