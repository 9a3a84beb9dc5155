import type { MemberRole } from "@sheaf/contract/states";
import type { InvitationPreview } from "../../data/invitations/invitation.models.ts";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import styles from "./join.module.css";

const asRole: Readonly<Record<MemberRole, string>> = {
  owner: "as an owner",
  admin: "as an admin",
  member: "as a member",
};

export function Inviter({ invitation }: { invitation: InvitationPreview }) {
  const { inviterName, inviterEmail, workspaceName, role } = invitation;
  return (
    <div className={styles["inviter"]}>
      <Avatar name={workspaceName} size="large" shape="square" />
      <p>
        <b>{inviterName}</b> invites you {asRole[role]}
        {inviterEmail !== inviterName && (
          <span>
            <AddressText text={inviterEmail} />
          </span>
        )}
      </p>
    </div>
  );
}
