import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from "react";
import { isComposing } from "../../lib/composing.ts";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./items-field.module.css";
import { toPastedItems, toTitles } from "./pasted-lines.models.ts";

interface AddLineProps {
  /** The list is still empty. */
  isFirst: boolean;
  isInvalid: boolean;
  typed: string;
  onType: (text: string) => void;
  /** Called with one title per line; what was typed is cleared then. */
  onLines: (text: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** The input at the end of the list. Enter adds an item, a pasted list adds one per line. */
export function AddLine({ isFirst, isInvalid, typed, onType, onLines, ref }: AddLineProps) {
  const [announced, setAnnounced] = useState("");

  const add = (text: string) => {
    const items = toPastedItems(text);
    onLines(text);
    if (items.length === 0) return;
    setAnnounced(items.length === 1 ? `${items[0]?.title} added` : `${items.length} items added`);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event)) return;
    event.preventDefault();
    add(typed);
  };
  const handlePaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (toTitles(text).length < 2) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };

  return (
    <div className={styles["add"]}>
      <input
        ref={ref}
        type="text"
        className={styles["addInput"]}
        aria-label="Add an item"
        aria-invalid={isInvalid || undefined}
        placeholder={isFirst ? "First item, such as “Bank statement”" : "Add an item"}
        autoComplete="off"
        enterKeyHint="enter"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={() => add(typed)}
      />
      <Kbd>Enter</Kbd>
      <LiveRegion message={announced} />
    </div>
  );
}
