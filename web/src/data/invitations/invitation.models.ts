import type { Database } from "@sheaf/contract/database";
import type { MemberRole } from "@sheaf/contract/states";
import { toRole } from "../members/member.models.ts";

/** `void`: the inviter may no longer invite people. */
export type InvitationState = "open" | "expired" | "void";

export interface Invitation {
  id: string;
  email: string;
  role: MemberRole;
  /** Name of the inviter; "" if they have none. */
  inviterName: string;
  sentAt: string;
  expiresAt: string;
  state: InvitationState;
  isEmailed: boolean;
  /** The address takes no email. */
  isUnreachable: boolean;
}

type InvitationRow = Database["public"]["Functions"]["workspace_invitations"]["Returns"][number];

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: toRole(row.role),
    inviterName: row.invited_by_name,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    state: row.state === "open" || row.state === "expired" ? row.state : "void",
    isEmailed: row.emailed_at !== null,
    isUnreachable: row.is_unreachable,
  };
}

/** The details that anyone with the link may see. */
export interface InvitationPreview {
  workspaceName: string;
  inviterName: string;
  inviterEmail: string;
  /** The address that has to be proven. */
  email: string;
  role: MemberRole;
  state: "open" | "expired" | "accepted";
}

export type PreviewRow = Database["public"]["Functions"]["peek_invitation"]["Returns"][number];

/** Null for wrong and withdrawn links alike: the database returns no row for either. */
export function toInvitationPreview(rows: readonly PreviewRow[]): InvitationPreview | null {
  const [row] = rows;
  if (!row) return null;
  return {
    workspaceName: row.workspace_name,
    inviterName: row.inviter_name,
    inviterEmail: row.inviter_email,
    email: row.email,
    role: toRole(row.role),
    state: row.state === "expired" || row.state === "accepted" ? row.state : "open",
  };
}
