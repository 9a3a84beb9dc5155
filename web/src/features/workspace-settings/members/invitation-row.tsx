import { shownAddress } from "@sheaf/contract/shown-address";
import type { MemberRole } from "@sheaf/contract/states";
import { Mail } from "lucide-react";
import { useResendInvitation } from "../../../data/invitations/resend-invitation.mutation.ts";
import { useCancelInvitation } from "../../../data/invitations/cancel-invitation.mutation.ts";
import type { Invitation } from "../../../data/invitations/invitation.models.ts";
import { mayChange, roleNames } from "../../../data/members/member.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { InPlace } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { invitationText } from "./invitation-text.models.ts";
import styles from "./members.module.css";

interface InvitationRowProps {
  invitation: Invitation;
  /** Of the signed-in user. */
  role: MemberRole;
  now: Date;
}

export function InvitationRow({ invitation, role, now }: InvitationRowProps) {
  const { email } = invitation;
  const plain = useResendInvitation();
  const proven = useProven("roles", useResendInvitation());
  const resend = invitation.state === "open" ? plain : proven;
  const cancelling = useCancelInvitation();
  const toast = useToast();
  const error = resend.error ?? cancelling.error;
  const sendAgain = () =>
    void whenDone(resend.mutateAsync(invitation), () =>
      toast({ message: `Emailing the invitation to ${email}`, tone: "success" }),
    );
  const cancel = () =>
    void whenDone(cancelling.mutateAsync(invitation), () =>
      toast({ message: `The invitation to ${email} has been cancelled.` }),
    );

  return (
    <li className={styles["row"]}>
      <span className={styles["sent"]} aria-hidden="true">
        <Mail />
      </span>
      <div className={styles["who"]}>
        <b>
          <AddressText text={shownAddress(email)} />
        </b>
        <span>{invitationText(invitation, now)}</span>
      </div>
      <div className={styles["standing"]}>
        <span className={styles["role"]}>{roleNames[invitation.role]}</span>
        <span className={styles["factor"]}>
          <Chip tone={invitation.state === "open" && !invitation.isUnreachable ? "outline" : "waiting"}>
            {invitation.state === "open" ? "Invited" : "Not valid"}
          </Chip>
        </span>
      </div>
      {mayChange(role, invitation.role) && (
        <div className={styles["buttons"]}>
          <Button
            size="small"
            aria-label={`Resend the invitation to ${email}`}
            busy={resend.isPending}
            onClick={sendAgain}
          >
            Resend
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Cancel the invitation to ${email}`}
            busy={cancelling.isPending}
            onClick={cancel}
          >
            Cancel
          </Button>
        </div>
      )}
      <div className={styles["below"]}>
        <InPlace question={proven.question} />
        {error && (
          <Notice tone="returned" announce>
            {errorText(error)}
          </Notice>
        )}
      </div>
    </li>
  );
}
