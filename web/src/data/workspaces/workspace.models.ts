import type { MemberRole } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** A workspace as the signed-in member sees it. */
export interface Workspace {
  id: string;
  name: string;
  role: MemberRole;
}

const memberSelection = selectColumns("members", ["role"]);
const workspaceSelection = selectColumns("workspaces", ["id", "name"]);

type MembershipRow = SelectedRow<typeof memberSelection> & {
  workspaces: SelectedRow<typeof workspaceSelection> | null;
};

export const membershipColumns = `${memberSelection.text}, workspaces(${workspaceSelection.text})` as const;

/** Leaves out memberships whose workspace the session may not read, because it requires a second factor. */
export function toWorkspaces(rows: readonly MembershipRow[]): Workspace[] {
  return rows
    .flatMap(({ role, workspaces: workspace }) => (workspace ? [{ ...workspace, role }] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
