import { isAddress } from "@sheaf/contract/email-address";
import { shownAddress } from "@sheaf/contract/shown-address";
import { X } from "lucide-react";
import { UserText } from "../../../ui/layout/user-text.tsx";
import type { EditorRecipient } from "../../../steps/addresses/pasted-addresses.models.ts";
import styles from "./recipients-field.module.css";

interface RecipientChipProps {
  recipient: EditorRecipient;
  /** Another recipient has the same name, so the address is needed to tell them apart. */
  isNamesake: boolean;
  onRemove: () => void;
  /** Turns what isn't an address back into text. */
  onCorrect: () => void;
}

/** A recipient by name, or by address if no name is known. */
export function RecipientChip({ recipient, isNamesake, onRemove, onCorrect }: RecipientChipProps) {
  const { email, name } = recipient;
  const isWrong = !isAddress(email);
  return (
    <span className={styles["chip"]} data-wrong={isWrong} title={name === "" ? undefined : email}>
      {isWrong ? (
        <button type="button" className={styles["wrong"]} translate="no" onClick={onCorrect}>
          {email}
        </button>
      ) : (
        <span>
          {name !== "" && <UserText>{name}</UserText>}
          {name !== "" && isNamesake && ", "}
          {(name === "" || isNamesake) && <span translate="no">{shownAddress(email)}</span>}
        </span>
      )}
      <button type="button" className={styles["remove"]} aria-label={`Remove ${email}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </span>
  );
}
