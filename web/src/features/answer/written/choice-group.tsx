import { type ReactNode, useId } from "react";
import styles from "./written.module.css";

interface ChoiceGroupProps {
  legend: ReactNode;
  options: readonly { value: string; text: string }[];
  chosen: readonly string[];
  /** Check boxes rather than radio buttons. */
  multiple?: boolean;
  /** Side by side, for few short options. */
  inline?: boolean;
  error?: string | null;
  /** Called with the chosen values in the order of the options. */
  onChange: (chosen: string[]) => void;
}

/** Options to choose one or several of. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { legend, options, chosen, multiple = false, inline = false, error, onChange } = props;
  const id = useId();
  const choose = (value: string, isChosen: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((other) => (other === value ? isChosen : multiple && chosen.includes(other))),
    );
  return (
    <fieldset
      className={styles["choices"]}
      data-inline={inline ? "" : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{legend}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type={multiple ? "checkbox" : "radio"}
            name={id}
            checked={chosen.includes(value)}
            onChange={(event) => choose(value, event.target.checked)}
          />
          {text}
        </label>
      ))}
      <p role="alert" id={`${id}-error`} className={styles["error"]}>
        {error}
      </p>
    </fieldset>
  );
}
