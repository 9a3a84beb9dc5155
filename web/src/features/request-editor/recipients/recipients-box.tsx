import { isAddress, storedAddress } from "@sheaf/contract/email-address";
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { isComposing } from "../../../lib/composing.ts";
import { useFieldControl } from "../../../ui/forms/field.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import type { EditorAction } from "../editor.models.ts";
import { NewPerson } from "./new-person.tsx";
import { type EditorRecipient, isWholeAddress } from "./pasted-addresses.models.ts";
import { RecipientChip } from "./recipient-chip.tsx";
import styles from "./recipients-field.module.css";
import { rowId, SuggestionList } from "./suggestion-list.tsx";
import { useSuggestions } from "./use-suggestions.ts";

interface RecipientsBoxProps {
  workspaceId: string;
  recipients: readonly EditorRecipient[];
  onAction: (action: EditorAction) => void;
}

/** Recipients as chips, and a combobox to add more. An invalid address stays, marked as such. */
export function RecipientsBox({ workspaceId, recipients, onAction }: RecipientsBoxProps) {
  const control = useFieldControl();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isAddingNew, setAddingNew] = useState(false);
  const [announced, setAnnounced] = useState("");
  const { suggestions, isOpen, isPending, active, move, close } = useSuggestions({
    workspaceId,
    typed,
    recipients,
  });

  const clear = () => {
    setTyped("");
    setAddingNew(false);
    input.current?.focus();
  };
  const addText = (text: string) => {
    setTyped("");
    const known = suggestions.find(
      ({ adds: [only, ...others] }) => others.length === 0 && only?.email === storedAddress(text),
    );
    if (known) onAction({ type: "people-added", people: known.adds });
    else if (text.trim() !== "") onAction({ type: "recipients-added", text });
  };
  const addPeople = (people: readonly EditorRecipient[]) => {
    onAction({ type: "people-added", people });
    setAnnounced(`${people.map(({ name, email }) => name || email).join(", ")} added`);
    clear();
  };
  const choose = (place: number) => {
    const chosen = suggestions[place];
    if (chosen) addPeople(chosen.adds);
    else setAddingNew(true);
  };
  const remove = (email: string) => {
    onAction({ type: "recipient-removed", email });
    setAnnounced(`${email} removed`);
    input.current?.focus();
  };
  const correct = (email: string) => {
    remove(email);
    setTyped(email);
  };

  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const last = recipients.at(-1);
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (isOpen && event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && active !== undefined) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Enter" && isOpen && isPending && !isWholeAddress(typed)) {
      // The first row isn't for these letters yet.
      event.preventDefault();
    } else if (["Enter", ",", ";"].includes(event.key) || (event.key === " " && isAddress(typed.trim()))) {
      // A space ends an address but continues a name: "Anna Lind <anna@lind.example>".
      event.preventDefault();
      addText(typed);
    } else if (event.key === "Backspace" && typed === "" && last) {
      // An invalid address turns back into text for correction.
      event.preventDefault();
      if (isAddress(last.email)) remove(last.email);
      else correct(last.email);
    }
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\s,;<@，、،；؛＜＠]/u.test(text.trim())) return;
    event.preventDefault();
    addText(`${typed}${text}`);
  };
  /** Leaving the field keeps the typed text as a chip. */
  const handleBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget) || isAddingNew) return;
    addText(typed);
  };

  return (
    <div className={styles["field"]} onBlur={handleBlur}>
      <div
        className={styles["box"]}
        data-invalid={control["aria-invalid"]}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        {recipients.map((recipient) => (
          <RecipientChip
            key={recipient.email}
            recipient={recipient}
            isNamesake={recipients.some(
              (other) => other.email !== recipient.email && other.name === recipient.name,
            )}
            onRemove={() => remove(recipient.email)}
            onCorrect={() => correct(recipient.email)}
          />
        ))}
        <input
          {...control}
          ref={input}
          className={styles["input"]}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active !== undefined ? rowId(listId, active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={recipients.length === 0 ? "Name or email address" : "Add another"}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        />
      </div>
      {(isOpen || isAddingNew) && (
        <div className={styles["popup"]}>
          {isAddingNew ? (
            <NewPerson typed={typed} onAdd={(person) => addPeople([person])} onCancel={clear} />
          ) : (
            <SuggestionList
              id={listId}
              suggestions={suggestions}
              typed={typed}
              active={active ?? -1}
              onChoose={choose}
            />
          )}
        </div>
      )}
      <LiveRegion message={announced} />
    </div>
  );
}
