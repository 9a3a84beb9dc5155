import type { ReactNode } from "react";
import { checkboxClass } from "../../../ui/forms/checkbox.tsx";
import styles from "./selection-box.module.css";

interface SelectionBoxProps {
  /** Accessible name. */
  label: string;
  checked: boolean;
  /** Only some of its requests are selected. */
  isPartial?: boolean;
  /** @param isRange Shift is held: applies to all since the last toggled one. */
  onToggle: (isRange: boolean) => void;
  /** Its name, where it is visible. */
  children?: ReactNode;
}

/** A checkbox with room around it for a thumb. */
export function SelectionBox({ label, checked, isPartial = false, onToggle, children }: SelectionBoxProps) {
  return (
    <label className={styles["target"]}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPartial;
        }}
        type="checkbox"
        className={checkboxClass}
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      {children}
    </label>
  );
}
