import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, type MenuItem } from "../../ui/overlays/menu.tsx";
import styles from "./filter.module.css";

/** Look of a button in the row of filters. */
export const filterClass = styles["filter"];

interface FilterProps {
  name: string;
  icon?: ReactNode;
  /** The chosen one; nothing if all rows are listed. */
  chosen: string | undefined;
  items: readonly MenuItem[];
  onClear: () => void;
}

/** A menu, and beside it a button that ends the filter. */
export function Filter({ name, icon, chosen, items, onClear }: FilterProps) {
  const text = chosen === undefined ? name : `${name}: ${chosen}`;
  return (
    <span className={styles["pair"]}>
      <Menu label={text} className={styles["filter"]} items={items}>
        {icon}
        <span className={styles["text"]} data-chosen={chosen !== undefined || undefined}>
          {text}
        </span>
        {chosen === undefined && <ChevronDown aria-hidden="true" />}
      </Menu>
      {chosen !== undefined && (
        <button
          type="button"
          className={styles["clear"]}
          aria-label={`Clear the filter ${text}`}
          onClick={onClear}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

interface FilterToggleProps {
  name: string;
  icon: ReactNode;
  chosen: boolean;
  onChange: (chosen: boolean) => void;
}

/** A condition that is met or not. */
export function FilterToggle({ name, icon, chosen, onChange }: FilterToggleProps) {
  return (
    <button
      type="button"
      className={styles["filter"]}
      aria-pressed={chosen}
      onClick={() => onChange(!chosen)}
    >
      {icon} {name}
    </button>
  );
}
