import { limits } from "@sheaf/contract/limits";
import type { MemberRole } from "@sheaf/contract/states";
import { addressProblem, storedAddress } from "@sheaf/contract/email-address";
import { type FormEvent, useId, useRef, useState } from "react";
import { useInvite } from "../../../data/invitations/invite.mutation.ts";
import { roleNames, rolesBelow } from "../../../data/members/member.models.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { inDialog } from "../../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../../steps/confirm-identity/use-proven.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./members.module.css";
import { roleTexts } from "./roles.models.ts";

interface InviteDialogProps {
  workspace: Workspace;
  onClose: () => void;
}

export function InviteDialog({ workspace, onClose }: InviteDialogProps) {
  const invite = useProven("roles", useInvite());
  const toast = useToast();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("member");
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const address = storedAddress(email);
    const wrong = addressProblem(address);
    setProblem(wrong);
    if (wrong !== undefined) return field.current?.focus();
    void whenDone(invite.mutateAsync({ workspaceId: workspace.id, email: address, role }), () => {
      toast({ message: `Emailing the invitation to ${address}`, tone: "success" });
      onClose();
    });
  };
  const forgetFailure = () => {
    setProblem(undefined);
    if (invite.isError) invite.reset();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Invite someone to ${workspace.name}`}
      step={inDialog(invite.question)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={invite.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          They’ll get an email with a link. It works for their address only, for {limits.invitationDays} days.
        </p>
        <Field label="Email address" error={problem}>
          <TextInput
            ref={(element) => {
              field.current = element;
              focusOnOpen(element);
            }}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              forgetFailure();
            }}
          />
        </Field>
        <Field label="Role" hint={roleTexts[role]}>
          <Select
            value={role}
            onChange={(event) => {
              setRole(rolesBelow("owner").find((known) => known === event.target.value) ?? "member");
              forgetFailure();
            }}
          >
            {rolesBelow(workspace.role)
              .toReversed()
              .map((known) => (
                <option key={known} value={known}>
                  {roleNames[known]}
                </option>
              ))}
          </Select>
        </Field>
        {invite.error && (
          <Notice tone="returned" announce>
            {errorText(invite.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
