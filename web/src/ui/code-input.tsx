import { Fragment, type Ref, type SyntheticEvent } from "react";
import { digitsOf } from "./code-input.models.ts";
import styles from "./code-input.module.css";
import { useFieldControl } from "./field.tsx";

interface CodeInputProps {
  /** Number of digits. */
  length: number;
  /** The digits typed so far. */
  value: string;
  onChange: (digits: string) => void;
  /** Called once with all digits as soon as the last one is there. */
  onComplete?: (digits: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  "aria-label"?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * One real text field under drawn boxes: pasting, the phone's "from Messages" and screen readers meet an ordinary
 * field; eight fields would break each of them.
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
      <div className={styles["boxes"]} aria-hidden="true">
        {Array.from({ length }, (_, index) => (
          <Fragment key={index}>
            {/* A code is read and typed in two halves. */}
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

/** A caret nobody sees must not stand between two digits, where the next one would push the others along. */
function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  const end = field.value.length;
  const wholeIsSelected = field.selectionStart === 0 && field.selectionEnd === end && end > 0;
  if (!wholeIsSelected && field.selectionStart !== end) field.setSelectionRange(end, end);
}
