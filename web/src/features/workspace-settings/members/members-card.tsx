import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { invitationsOptions } from "../../../data/invitations/invitations.query.ts";
import { isManager } from "../../../data/members/member.models.ts";
import { membersOptions } from "../../../data/members/members.query.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { useNow } from "../../../lib/now.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { SectionCard } from "../../../ui/layout/section-card.tsx";
import { SettingRowsSkeleton } from "../../../ui/layout/setting-rows.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import styles from "./members.module.css";

interface MembersCardProps {
  workspace: Workspace;
  /** The signed-in user. */
  userId: string;
}

/** Everyone in a workspace, and for owners and admins who is invited. */
export function MembersCard({ workspace, userId }: MembersCardProps) {
  const manages = isManager(workspace.role);
  const members = useQuery(membersOptions({ workspaceId: workspace.id }));
  const invitations = useQuery({ ...invitationsOptions({ workspaceId: workspace.id }), enabled: manages });
  const [isInviting, setInviting] = useState(false);
  const now = useNow();
  const { group, groupProps } = useFocusFallback(
    [...(members.data ?? []), ...(invitations.data ?? [])].map(({ email }) => email).join(" "),
  );
  const failed = members.data ? undefined : members.error;
  return (
    <SectionCard
      title="Members"
      text="Everyone here sees every request."
      busy={members.isPending}
      action={
        manages && (
          <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      {members.isPending && <SettingRowsSkeleton rows={2} />}
      {failed && (
        <ErrorState
          level={3}
          error={errorSentences(failed)}
          onRetry={() => void members.refetch()}
          busy={members.isFetching}
        />
      )}
      {members.data && (
        <div ref={group} {...groupProps} tabIndex={-1} role="group" aria-label="Members and invitations">
          <ul className={styles["rows"]} aria-label="Members">
            {members.data.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                members={members.data}
                workspace={workspace}
                userId={userId}
              />
            ))}
            {invitations.data?.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} role={workspace.role} now={now} />
            ))}
          </ul>
        </div>
      )}
      {invitations.isError && !invitations.data && (
        <ErrorState
          level={3}
          error={errorSentences(invitations.error)}
          onRetry={() => void invitations.refetch()}
          busy={invitations.isFetching}
        />
      )}
      {isInviting && <InviteDialog workspace={workspace} onClose={() => setInviting(false)} />}
    </SectionCard>
  );
}
