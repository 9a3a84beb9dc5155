/** A workspace that has no owner but the person who wants to leave. */
export interface SoleOwnership {
  workspaceId: string;
  name: string;
  otherMembers: number;
  requests: number;
  files: number;
}

/** What deleting the account means for workspaces. */
export interface Leaving {
  /** They have other members, so they need another owner first. */
  inTheWay: SoleOwnership[];
  /** Nobody else is in them: they are deleted too. */
  goAlong: SoleOwnership[];
}

interface OwnershipRow {
  workspace_id: string;
  name: string;
  other_members: number;
  requests: number;
  files: number;
}

export function toLeaving(rows: readonly OwnershipRow[]): Leaving {
  const owned = rows.map((row) => ({
    workspaceId: row.workspace_id,
    name: row.name,
    otherMembers: row.other_members,
    requests: row.requests,
    files: row.files,
  }));
  return {
    inTheWay: owned.filter(({ otherMembers }) => otherMembers > 0),
    goAlong: owned.filter(({ otherMembers }) => otherMembers === 0),
  };
}
