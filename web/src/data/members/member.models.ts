import type { Database } from "@sheaf/contract/database";
import { type MemberRole, memberRoles } from "@sheaf/contract/states";

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: MemberRole;
  /** Null if only owners and admins may know. */
  hasSecondFactor: boolean | null;
}

type MemberRow = Database["public"]["Functions"]["workspace_members"]["Returns"][number];

export function toMember({ user_id, name, email, role, has_second_factor }: MemberRow): Member {
  return { userId: user_id, name, email, role: toRole(role), hasSecondFactor: has_second_factor };
}

/** The role with the fewest rights for one that this page doesn't know. */
export function toRole(role: string): MemberRole {
  return memberRoles.find((known) => known === role) ?? "member";
}

export const roleNames: Readonly<Record<MemberRole, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};

/** False for a member who is alone, and until the members are read. */
export function hasColleagues(members: readonly Member[] | undefined): boolean {
  return members !== undefined && members.length > 1;
}

/** May change the workspace's settings and members. */
export function isManager(role: MemberRole): boolean {
  return role !== "member";
}

/** Roles that a member with this role may give and take: admins can't give or take owner. */
export function rolesBelow(role: MemberRole): readonly MemberRole[] {
  if (role === "owner") return memberRoles;
  return role === "admin" ? ["admin", "member"] : [];
}

/** True if a member with the role `mine` may change or remove a member with the role `theirs`. */
export function mayChange(mine: MemberRole, theirs: MemberRole): boolean {
  return rolesBelow(mine).includes(theirs);
}
