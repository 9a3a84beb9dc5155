import { ShieldCheck, TriangleAlert } from "lucide-react";
import { useEmailSecondFactor } from "../../../data/members/email-second-factor.mutation.ts";
import type { Member } from "../../../data/members/member.models.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { SettingRow, SettingRows } from "../../../ui/layout/setting-rows.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { lockedOutText } from "./requirement.models.ts";

interface WithoutFactorProps {
  workspace: Workspace;
  /** Members without a second factor. */
  members: readonly Member[];
  /** Since when they are locked out; null: since the requirement was set. */
  from: string | null;
  now: Date;
}

export function WithoutFactor({ workspace, members, from, now }: WithoutFactorProps) {
  const email = useEmailSecondFactor();
  const toast = useToast();
  if (members.length === 0) {
    return (
      <SettingRows label="Members without two-factor authentication">
        <SettingRow icon={<ShieldCheck aria-hidden="true" />} title="Every member has set it up." />
      </SettingRows>
    );
  }
  const sendTo = ({ userId, name }: Member) =>
    void whenDone(email.mutateAsync({ workspaceId: workspace.id, userId }), () =>
      toast({ message: `Emailing ${name}`, tone: "success" }),
    );
  return (
    <>
      <SettingRows label="Members without two-factor authentication">
        {members.map((member) => (
          <SettingRow
            key={member.userId}
            icon={<TriangleAlert aria-hidden="true" />}
            title={member.name}
            detail={lockedOutText(from, now)}
          >
            <Button
              size="small"
              busy={email.isPending && email.variables.userId === member.userId}
              onClick={() => sendTo(member)}
            >
              Email {member.name}
            </Button>
          </SettingRow>
        ))}
      </SettingRows>
      {email.error && (
        <Notice tone="returned" announce>
          {errorText(email.error)}
        </Notice>
      )}
    </>
  );
}
