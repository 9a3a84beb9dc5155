import { yesNoWords } from "../../../../data/items/answer.models.ts";
import { VisuallyHidden } from "../../../../ui/theme/visually-hidden.tsx";
import { ChoiceGroup } from "../choice-group.tsx";
import type { ControlProps, WrittenKindForm } from "./written-kind.ts";

export const yesNo: WrittenKindForm = {
  Control,
  fit: (text) => (text === "yes" || text === "no" ? text : ""),
  problem: (text) => (text === "" ? "Choose yes or no." : ""),
  kept: "",
};

function Control({ label, value, error, onChange }: ControlProps) {
  return (
    <ChoiceGroup
      legend={<VisuallyHidden>{label}</VisuallyHidden>}
      options={Object.entries(yesNoWords).map(([option, words]) => ({ value: option, text: words }))}
      chosen={[value]}
      error={error}
      inline
      onChange={([chosen = ""]) => onChange(chosen)}
    />
  );
}
