import { isAddress, storedAddress } from "@sheaf/contract/email-address";
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { isComposing } from "../../../lib/composing.ts";
import { useFieldControl } from "../../../ui/forms/field.tsx";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import type { EditorAction } from "../editor.models.ts";
import { NewPerson, type NewPersonValues, toRecipient } from "./new-person.tsx";
import { type EditorRecipient, isWholeAddress } from "../../../steps/addresses/pasted-addresses.models.ts";
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
  /** The new person being entered. */
  const [person, setPerson] = useState<NewPersonValues>();
  const [announced, setAnnounced] = useState("");
  const { suggestions, isOpen, isPending, active, move, close } = useSuggestions({
    workspaceId,
    typed,
    recipients,
  });

  const clear = () => {
    setTyped("");
    setPerson(undefined);
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
    else
      setPerson(typed.includes("@") ? { name: "", email: typed.trim() } : { name: typed.trim(), email: "" });
  };
  const remove = (email: string) => {
    onAction({ type: "recipient-removed", email });
    setAnnounced(`${email} removed`);
    input.current?.focus();
  };
  const correct = ({ email, name }: EditorRecipient) => {
    addText(typed);
    remove(email);
    setTyped(name === "" ? email : `${name} <${email}>`);
  };

  const handleKey = (event: KeyboardEvent) => {
    // With Ctrl, Enter sends the request.
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
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
      else correct(last);
    }
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\s,;<@，、،；؛＜＠]/u.test(text.trim())) return;
    event.preventDefault();
    addText(`${typed}${text}`);
  };
  /** Leaving the field keeps what was typed as a chip. */
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // While another window is in front, such as one with the address, the focus stays where it was.
    if (currentTarget.contains(relatedTarget ?? document.activeElement)) return;
    if (person === undefined) {
      addText(typed);
      return;
    }
    const recipient = toRecipient(person);
    if (recipient.email !== "") onAction({ type: "people-added", people: [recipient] });
    setTyped("");
    setPerson(undefined);
  };

  return (
    <div className={styles["field"]} onBlur={handleBlur}>
      <div
        className={styles["box"]}
        data-invalid={control["aria-invalid"]}
        onMouseDown={(event) => {
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
            onCorrect={() => correct(recipient)}
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
      {(isOpen || person) && (
        <div className={styles["popup"]}>
          {person ? (
            <NewPerson
              values={person}
              onChange={setPerson}
              onAdd={(recipient) => addPeople([recipient])}
              onCancel={clear}
            />
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
