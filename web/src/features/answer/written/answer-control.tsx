import { limits } from "@sheaf/contract/limits";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { yesNoWords } from "../../../data/items/answer.models.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import { earliestDay, latestDay } from "./written-answer.models.ts";
import styles from "./written.module.css";

interface AnswerControlProps {
  item: ReceivedItem;
  /** In stored form; "" for none. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** The control for an item's kind of answer. */
export function AnswerControl({ item, value, error, onChange }: AnswerControlProps) {
  const { kind, choices, multiple, title } = item;
  const label = `Your answer to ${title}`;
  if (kind === "yes_no") {
    return (
      <ChoiceGroup
        legend={<VisuallyHidden>{label}</VisuallyHidden>}
        options={Object.entries(yesNoWords).map(([option, text]) => ({ value: option, text }))}
        chosen={[value]}
        error={error}
        inline
        onChange={([chosen = ""]) => onChange(chosen)}
      />
    );
  }
  if (kind === "choice") {
    return (
      <ChoiceGroup
        legend={
          <>
            <VisuallyHidden>{label}.</VisuallyHidden>{" "}
            <span className={styles["rule"]}>{multiple ? "Choose all that apply" : "Choose one"}</span>
          </>
        }
        options={choices.map((choice) => ({ value: choice, text: choice }))}
        chosen={value.split("\n")}
        multiple={multiple}
        error={error}
        onChange={(chosen) => onChange(chosen.join("\n"))}
      />
    );
  }
  return (
    <Field label={label} labelHidden error={error}>
      {kind === "date" ? (
        <TextInput
          type="date"
          className={styles["date"]}
          min={earliestDay}
          max={latestDay}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextArea
          value={value}
          rows={2}
          maxLength={limits.answerLength}
          placeholder="Write your answer"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
