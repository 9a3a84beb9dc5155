import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from "react";
import { Kbd } from "../../ui/layout/kbd.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./items-field.module.css";
import { toTitles } from "./pasted-lines.models.ts";

interface AddLineProps {
  /** The list is still empty. */
  isFirst: boolean;
  isInvalid: boolean;
  onLines: (text: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** The input at the end of the list. Enter adds an item, a pasted list adds one per line. */
export function AddLine({ isFirst, isInvalid, onLines, ref }: AddLineProps) {
  const [typed, setTyped] = useState("");
  const [announced, setAnnounced] = useState("");

  const add = (text: string) => {
    const titles = toTitles(text);
    setTyped("");
    if (titles.length === 0) return;
    onLines(text);
    setAnnounced(titles.length === 1 ? `${titles[0]} added` : `${titles.length} items added`);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
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
        placeholder={isFirst ? "Bank statement, December" : "Add an item"}
        autoComplete="off"
        enterKeyHint="enter"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={() => add(typed)}
      />
      <Kbd>Enter</Kbd>
      <LiveRegion message={announced} />
    </div>
  );
}
