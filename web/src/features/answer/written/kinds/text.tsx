import { limits } from "@sheaf/contract/limits";
import { Field } from "../../../../ui/forms/field.tsx";
import { TextArea } from "../../../../ui/forms/text-area.tsx";
import type { ControlProps, WrittenKindForm } from "./written-kind.ts";

export const text: WrittenKindForm = {
  Control,
  fit: (written) => written,
  problem: (written) => (written.trim() === "" ? "Enter an answer." : ""),
  kept: " Your text is still here.",
};

function Control({ label, value, error, onChange }: ControlProps) {
  return (
    <Field label={label} labelHidden error={error}>
      <TextArea
        value={value}
        rows={2}
        maxLength={limits.answerLength}
        placeholder="Write your answer"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
