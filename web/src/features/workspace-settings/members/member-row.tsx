import { shownAddress } from "@sheaf/contract/shown-address";
import type { MemberRole } from "@sheaf/contract/states";
import { Ellipsis, ShieldCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { mayChange, type Member, roleNames, rolesBelow } from "../../../data/members/member.models.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { Select } from "../../../ui/forms/select.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import styles from "./members.module.css";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

interface MemberRowProps {
  member: Member;
  members: readonly Member[];
  workspace: Workspace;
  /** The signed-in user. */
  userId: string;
}

export function MemberRow({ member, members, workspace, userId }: MemberRowProps) {
  const [chosen, setChosen] = useState<MemberRole>();
  const [isRemoving, setRemoving] = useState(false);
  const isMe = member.userId === userId;
  const changes = mayChange(workspace.role, member.role);
  return (
    <li className={styles["row"]}>
      <Avatar name={member.name} size="large" />
      <div className={styles["who"]}>
        <b translate="no">{member.name}</b>
        <span>
          <AddressText text={shownAddress(member.email)} />
          {isMe && " · you"}
        </span>
      </div>
      <div className={styles["standing"]}>
        {changes ? (
          <Select
            size="small"
            className={styles["role"]}
            aria-label={`Role of ${member.name}`}
            value={member.role}
            onChange={(event) => setChosen(rolesBelow("owner").find((role) => role === event.target.value))}
          >
            {rolesBelow(workspace.role).map((role) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </Select>
        ) : (
          <span className={styles["role"]}>{roleNames[member.role]}</span>
        )}
        {member.hasSecondFactor !== null && <SecondFactor isOn={member.hasSecondFactor} />}
      </div>
      <div className={styles["menu"]}>
        {changes && !isMe && (
          <Menu
            label={`Options for ${member.name}`}
            variant="quiet"
            size="small"
            items={[{ label: "Remove", danger: true, onSelect: () => setRemoving(true) }]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        )}
      </div>
      {chosen !== undefined && (
        <RoleDialog
          workspace={workspace}
          member={member}
          role={chosen}
          isMe={isMe}
          onClose={() => setChosen(undefined)}
        />
      )}
      {isRemoving && (
        <RemoveDialog
          workspace={workspace}
          member={member}
          members={members}
          userId={userId}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function SecondFactor({ isOn }: { isOn: boolean }) {
  return (
    <span className={styles["factor"]} data-on={isOn}>
      {isOn ? <ShieldCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      {isOn ? "Two-factor on" : "No two-factor"}
    </span>
  );
}
