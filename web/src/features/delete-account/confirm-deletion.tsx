import { type FormEvent, useRef, useState } from "react";
import { useDeleteAccount } from "../../data/account/delete-account.mutation.ts";
import type { SoleOwnership } from "../../data/account/deletion-impact.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { inDialog } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import styles from "./delete-account.module.css";
import { contentText, isAddress } from "./deletion.models.ts";

interface ConfirmDeletionProps {
  title: string;
  email: string;
  deleted: readonly SoleOwnership[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Lists everything that is deleted and asks for the address as confirmation. */
export function ConfirmDeletion({ title, email, deleted, onClose, onDeleted }: ConfirmDeletionProps) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const deletion = useProven("delete_account", useDeleteAccount());

  const confirm = () => {
    if (deletion.isPending) return;
    const matches = isAddress(typed, email);
    setWrong(!matches);
    if (!matches) return field.current?.focus();
    deletion.mutate({ workspaces: deleted.map(({ workspaceId }) => workspaceId) }, { onSuccess: onDeleted });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      cancelLabel="Keep my account"
      confirmLabel="Delete account"
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      step={inDialog(deletion.question)}
      onConfirm={confirm}
    >
      <form className={styles["text"]} onSubmit={submit} noValidate>
        <p>Your account, name and all sign-in methods will be permanently deleted.</p>
        {deleted.map((workspace) => (
          <p key={workspace.workspaceId} className={styles["goes"]}>
            <b>{workspace.name}</b> will be deleted too, because it has no other members.{" "}
            {contentText(workspace)}
          </p>
        ))}
        <p>Anything you added to other people’s requests stays there under your name.</p>
        <Field
          label={
            <>
              Type <span className={styles["address"]}>{email}</span> to confirm
            </>
          }
          error={wrong && "That isn’t the address of this account."}
        >
          <TextInput
            ref={field}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
      </form>
    </ConfirmDialog>
  );
}
