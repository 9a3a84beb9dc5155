import type { MemberRole } from "@sheaf/contract/states";

/** A workspace as the signed-in member sees it. */
export interface Workspace {
  id: string;
  name: string;
  role: MemberRole;
}

interface MembershipRow {
  role: string;
  workspaces: { id: string; name: string } | null;
}

/** A membership whose workspace the session may not read (a second factor is asked) says nothing, so it is left out. */
export function toWorkspaces(rows: readonly MembershipRow[]): Workspace[] {
  return rows
    .flatMap(({ role, workspaces: workspace }) =>
      workspace ? [{ ...workspace, role: role as MemberRole }] : [],
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
