import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from "react";
import { Kbd } from "../../ui/kbd.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./items-field.module.css";
import { toTitles } from "./pasted-lines.models.ts";

interface AddLineProps {
  /** Nothing has been written yet. */
  isFirst: boolean;
  isInvalid: boolean;
  onLines: (text: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** The empty line at the end of the list. Enter makes it an item; a pasted list makes as many as it has lines. */
export function AddLine({ isFirst, isInvalid, onLines, ref }: AddLineProps) {
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState("");

  const add = (text: string) => {
    const titles = toTitles(text);
    setTyped("");
    if (titles.length === 0) return;
    onLines(text);
    setSaid(titles.length === 1 ? `${titles[0]} added` : `${titles.length} items added`);
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
        aria-label="Add a line"
        aria-invalid={isInvalid || undefined}
        placeholder={isFirst ? "Bank statement, December" : "Add a line"}
        autoComplete="off"
        enterKeyHint="enter"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onBlur={() => add(typed)}
      />
      <Kbd>Enter</Kbd>
      <LiveRegion message={said} />
    </div>
  );
}
