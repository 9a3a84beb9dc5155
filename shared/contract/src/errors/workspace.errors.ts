import { fix } from "./error-text.ts";

/** Who belongs to a workspace. */
export const workspaceErrors = {
  "workspace.last_owner": fix("A workspace cannot be without an owner.", "Make someone else an owner first."),
};
