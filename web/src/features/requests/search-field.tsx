import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./search-field.module.css";

/** Long enough for the next letter of somebody who is still typing. Milliseconds. */
const typingPause = 250;

interface SearchFieldProps {
  value: string;
  onSearch: (search: string) => void;
}

/** Searches while one types; `/` comes here from anywhere, Escape clears. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed by other means, the way back for one.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useShortcuts({ "/": () => input.current?.focus() });

  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  return (
    <div role="search" className={styles["search"]}>
      <Search aria-hidden="true" />
      <TextInput
        ref={input}
        size="small"
        type="search"
        aria-label="Search title, person or item"
        aria-keyshortcuts="/"
        placeholder="Search title, person or item"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped("");
        }}
      />
      {typed === "" && <Kbd>/</Kbd>}
    </div>
  );
}
