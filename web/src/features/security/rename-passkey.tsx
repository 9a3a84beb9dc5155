import { longestPasskeyName, type Passkey } from "../../data/passkeys/passkey.models.ts";
import { useRenamePasskey } from "../../data/passkeys/rename-passkey.mutation.ts";
import { NamePanel } from "./name-panel.tsx";

interface RenamePasskeyProps {
  passkey: Passkey;
  onCancel: () => void;
  onNamed: (name: string) => void;
}

export function RenamePasskey({ passkey, onCancel, onNamed }: RenamePasskeyProps) {
  const rename = useRenamePasskey();
  return (
    <NamePanel
      title="Name the passkey"
      hint="For example, the device it’s on: laptop, phone or security key."
      suggested={passkey.name}
      maxLength={longestPasskeyName}
      action="Save name"
      cancel="Cancel"
      busy={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ id: passkey.id, name }, { onSuccess: () => onNamed(name) })}
      onCancel={onCancel}
    />
  );
}
