import { isAddress } from "@sheaf/contract/email-address";
import { shownAddress } from "@sheaf/contract/shown-address";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { isComposing } from "../../lib/composing.ts";
import { Field, useFieldControl } from "../../ui/forms/field.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import type { EditorAction } from "./editor.models.ts";
import type { EditorRecipient } from "./pasted-addresses.models.ts";
import styles from "./recipients-field.module.css";

interface RecipientsFieldProps {
  recipients: readonly EditorRecipient[];
  error: string | undefined;
  onAction: (action: EditorAction) => void;
}

/** Addresses as chips, typed one by one or pasted at once. An invalid address stays, marked as such. */
export function RecipientsField({ recipients, error, onAction }: RecipientsFieldProps) {
  return (
    <Field label="Recipients" error={error}>
      <Chips recipients={recipients} onAction={onAction} />
    </Field>
  );
}

function Chips({ recipients, onAction }: Omit<RecipientsFieldProps, "error">) {
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [announced, setAnnounced] = useState("");

  const add = (text: string) => {
    setTyped("");
    if (text.trim() !== "") onAction({ type: "recipients-added", text });
  };
  const remove = (email: string) => {
    onAction({ type: "recipient-removed", email });
    setAnnounced(`${email} removed`);
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const last = recipients.at(-1);
    // A space ends an address but continues a name: "Anna Lind <anna@lind.example>".
    if (event.key === " " && typed !== "" && !isAddress(typed.trim())) return;
    if (["Enter", ",", ";", " "].includes(event.key)) {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && last) {
      // An invalid address turns back into text for correction.
      event.preventDefault();
      remove(last.email);
      if (!isAddress(last.email)) setTyped(last.email);
    }
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\s,;<@，、،；؛＜＠]/u.test(text.trim())) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };

  return (
    <div
      className={styles["box"]}
      data-invalid={control["aria-invalid"]}
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        input.current?.focus();
      }}
    >
      {recipients.map(({ email, name }) => (
        <span key={email} className={styles["chip"]} data-wrong={!isAddress(email)} title={name || undefined}>
          <span translate="no">{shownAddress(email)}</span>
          <button type="button" aria-label={`Remove ${email}`} onClick={() => remove(email)}>
            <X aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={input}
        className={styles["input"]}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={recipients.length === 0 ? "name@company.example" : "Add an address"}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={() => add(typed)}
      />
      <LiveRegion message={announced} />
    </div>
  );
}
