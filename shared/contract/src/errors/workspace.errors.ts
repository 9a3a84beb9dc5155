import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** A workspace: its name, and who belongs to it. */
export const workspaceErrors = {
  "workspace.name": fix(
    "The workspace has no usable name.",
    `Give it a name of up to ${limits.nameLength} characters.`,
  ),
  "workspace.last_owner": fix("A workspace cannot be without an owner.", "Make someone else an owner first."),
};
