import { limits } from "@sheaf/contract/limits";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isComposing } from "../../lib/composing.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { Kbd } from "../../ui/layout/kbd.tsx";
import styles from "./search-field.module.css";

/** Milliseconds after the last keystroke. */
const debounceMs = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (search: string) => void;
}

/** Searches while typing. `/` focuses the field from anywhere, Escape clears it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The URL changed by other means, for example by the back button.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useShortcuts({ "/": () => input.current?.focus() });

  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);

  return (
    <div role="search" className={styles["search"]}>
      <Search aria-hidden="true" />
      <TextInput
        ref={input}
        size="small"
        type="search"
        maxLength={limits.searchLength}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !isComposing(event)) setTyped("");
        }}
      />
      {typed === "" && <Kbd>/</Kbd>}
    </div>
  );
}
