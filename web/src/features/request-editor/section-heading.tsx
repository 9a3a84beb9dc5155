import { useState } from "react";
import { isComposing } from "../../lib/composing.ts";
import styles from "./items-field.module.css";

interface SectionHeadingProps {
  name: string;
  onRename: (name: string) => void;
}

/** The name of a section, which can be changed in place. Emptying it dissolves the section. */
export function SectionHeading({ name, onRename }: SectionHeadingProps) {
  // Not applied while typing: a name that another section has would merge the two for good.
  const [typed, setTyped] = useState(name);
  const apply = () => {
    if (typed.trim() !== name) onRename(typed.trim());
  };
  return (
    <input
      type="text"
      className={styles["section"]}
      aria-label={`Name of the section ${name}`}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        event.preventDefault();
        apply();
      }}
    />
  );
}
