import { Field } from "../../../../ui/forms/field.tsx";
import { TextInput } from "../../../../ui/forms/text-input.tsx";
import styles from "../written.module.css";
import type { ControlProps, WrittenKindForm } from "./written-kind.ts";

const earliestDay = "1000-01-01";
const latestDay = "9999-12-31";

export const date: WrittenKindForm = {
  Control,
  fit: (day) => (/^\d{4}-\d\d-\d\d$/.test(day) ? day : ""),
  problem: (day) => {
    // A date input is empty until all its parts are entered.
    if (day === "") return "Enter a day, a month and a year.";
    return day < earliestDay ? "Enter a year with four digits." : "";
  },
  kept: "",
};

function Control({ label, value, error, onChange }: ControlProps) {
  return (
    <Field label={label} labelHidden error={error}>
      <TextInput
        type="date"
        className={styles["date"]}
        min={earliestDay}
        max={latestDay}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
