import { VisuallyHidden } from "../../../../ui/theme/visually-hidden.tsx";
import { ChoiceGroup } from "../choice-group.tsx";
import styles from "../written.module.css";
import type { ControlProps, WrittenKindForm } from "./written-kind.ts";

export const choice: WrittenKindForm = {
  Control,
  fit: (text, { choices, multiple }) => {
    const chosen = text.split("\n").filter((each) => choices.includes(each));
    return (multiple ? chosen : chosen.slice(0, 1)).join("\n");
  },
  problem: (text, { multiple }) => {
    if (text !== "") return "";
    return multiple ? "Choose at least one." : "Choose one.";
  },
  kept: "",
};

function Control({ item: { choices, multiple }, label, value, error, onChange }: ControlProps) {
  return (
    <ChoiceGroup
      legend={
        <>
          <VisuallyHidden>{/[.?!…]$/.test(label) ? label : `${label}.`}</VisuallyHidden>{" "}
          <span className={styles["rule"]}>{multiple ? "Choose all that apply" : "Choose one"}</span>
        </>
      }
      options={choices.map((each) => ({ value: each, text: each }))}
      chosen={value.split("\n")}
      multiple={multiple}
      error={error}
      onChange={(chosen) => onChange(chosen.join("\n"))}
    />
  );
}
