import { type FormEvent, useRef, useState } from "react";
import { useDeleteAccount } from "../../data/account/delete-account.mutation.ts";
import type { SoleOwnership } from "../../data/account/leaving.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./delete-account.module.css";
import { contentWords, isAddress } from "./deletion.models.ts";

interface ConfirmDeletionProps {
  title: string;
  email: string;
  goAlong: readonly SoleOwnership[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Everything that goes, in full, and the address typed as the sign that it was meant. */
export function ConfirmDeletion({ title, email, goAlong, onClose, onDeleted }: ConfirmDeletionProps) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const deletion = useDeleteAccount();

  const confirm = () => {
    if (deletion.isPending) return;
    const matches = isAddress(typed, email);
    setWrong(!matches);
    if (!matches) return field.current?.focus();
    deletion.mutate({ workspaces: goAlong.map(({ workspaceId }) => workspaceId) }, { onSuccess: onDeleted });
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
      keepLabel="Keep my account"
      confirmLabel="Delete for good"
      busy={deletion.isPending}
      failure={deletion.error && errorSentences(deletion.error)}
      onConfirm={confirm}
    >
      <form className={styles["words"]} onSubmit={submit} noValidate>
        <p>Your account, your name and every way you sign in go for good, on every device.</p>
        {goAlong.map((workspace) => (
          <p key={workspace.workspaceId} className={styles["goes"]}>
            <b>{workspace.name}</b> goes too, because nobody else is in it. {contentWords(workspace)}
          </p>
        ))}
        <p>What you added to other people’s requests stays with them, under your name.</p>
        <Field
          label={
            <>
              Type <span className={styles["address"]}>{email}</span> to confirm
            </>
          }
          error={wrong && "That is not the address of this account."}
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
