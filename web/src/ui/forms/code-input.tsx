import { plainDigits } from "@sheaf/contract/digits";
import { Fragment, type Ref, type SyntheticEvent } from "react";
import styles from "./code-input.module.css";
import { useFieldControl } from "./field.tsx";

/** Up to `length` digits of the typed or pasted text. Codes copied from emails often contain spaces or dashes. */
export function digitsOf(text: string, length: number): string {
  return plainDigits(text).replaceAll(/\D/g, "").slice(0, length);
}

interface CodeInputProps {
  /** Number of digits. */
  length: number;
  /** The digits typed so far. */
  value: string;
  onChange: (digits: string) => void;
  /** Called once with all digits when the last one is entered. */
  onComplete?: (digits: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  "aria-label"?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * One text field under drawn boxes. Eight separate fields would break pasting, the phone's autofill from messages and
 * screen readers.
 */
export function CodeInput({
  length,
  value,
  onChange,
  onComplete,
  disabled,
  autoFocus,
  ref,
  ...rest
}: CodeInputProps) {
  const control = useFieldControl();
  const change = (text: string) => {
    const digits = digitsOf(text, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };

  return (
    <div className={styles["code"]} data-invalid={control["aria-invalid"]}>
      <input
        {...control}
        {...rest}
        ref={ref}
        className={styles["field"]}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={autoFocus}
        disabled={disabled}
        value={value}
        onChange={(event) => change(event.target.value)}
        onSelect={keepCaretAtEnd}
      />
      <div className={styles["boxes"]} aria-hidden="true" translate="no">
        {Array.from({ length }, (_, index) => (
          <Fragment key={index}>
            {/* The gap in the middle makes the code easier to read. */}
            {index === length / 2 && <i className={styles["half"]} />}
            <span className={styles["box"]} data-next={index === Math.min(value.length, length - 1)}>
              {value[index]}
            </span>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** Moves the invisible caret to the end, so that typing never inserts a digit between two others. */
function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const end = field.value.length;
  const wholeIsSelected = field.selectionStart === 0 && field.selectionEnd === end && end > 0;
  if (!wholeIsSelected && field.selectionStart !== end) field.setSelectionRange(end, end);
}
