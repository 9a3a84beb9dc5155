import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** A workspace: its name and members. */
export const workspaceErrors = {
  "workspace.name": fix("Enter a workspace name.", `Use up to ${limits.nameLength} characters without “@”.`),
  "workspace.last_owner": fix("A workspace needs an owner.", "Make someone else an owner first."),
};
