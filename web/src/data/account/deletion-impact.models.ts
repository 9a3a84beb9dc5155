/** A workspace whose only owner is the user deleting their account. */
export interface SoleOwnership {
  workspaceId: string;
  name: string;
  otherMembers: number;
  requests: number;
  files: number;
}

/** Effects of an account deletion on workspaces. */
export interface DeletionImpact {
  /** They have other members, so they need another owner first. */
  blocking: SoleOwnership[];
  /** They have no other members, so they are deleted too. */
  deleted: SoleOwnership[];
}

interface OwnershipRow {
  workspace_id: string;
  name: string;
  other_members: number;
  requests: number;
  files: number;
}

export function toDeletionImpact(rows: readonly OwnershipRow[]): DeletionImpact {
  const owned = rows.map((row) => ({
    workspaceId: row.workspace_id,
    name: row.name,
    otherMembers: row.other_members,
    requests: row.requests,
    files: row.files,
  }));
  return {
    blocking: owned.filter(({ otherMembers }) => otherMembers > 0),
    deleted: owned.filter(({ otherMembers }) => otherMembers === 0),
  };
}
