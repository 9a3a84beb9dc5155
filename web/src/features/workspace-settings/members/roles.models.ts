import type { MemberRole } from "@sheaf/contract/states";

/** Each role's rights, as a sentence. */
export const roleTexts: Readonly<Record<MemberRole, string>> = {
  owner: "Owners can do everything, including deleting the workspace.",
  admin: "Admins can also change the settings, and invite and remove people.",
  member: "Members can create, send and review requests.",
};

/** With its article, for a sentence: "Make Maya an admin?" */
export const aRole: Readonly<Record<MemberRole, string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
};
