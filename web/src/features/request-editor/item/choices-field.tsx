import { limits } from "@sheaf/contract/limits";
import type { ClipboardEvent } from "react";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { toTitles } from "../pasted-lines.models.ts";
import styles from "../items-field.module.css";
import type { ItemOptionsProps } from "./item-options.ts";

/** The choices that a recipient gets, one per line. A pasted list loses its bullets and numbers. */
export function ChoicesField({ item, errors, onChange }: ItemOptionsProps) {
  const text = item.choices.join("\n");
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = toTitles(event.clipboardData.getData("text/plain"));
    if (pasted.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const next = text.slice(0, selectionStart) + pasted.join("\n") + text.slice(selectionEnd);
    onChange({ choices: next.split("\n") });
  };
  return (
    <div className={styles["choiceList"]}>
      <Field label="Choices" hint={`One per line, up to ${limits.choicesPerItem}.`} error={errors?.choices}>
        <TextArea
          rows={Math.min(Math.max(item.choices.length + 1, 3), 8)}
          value={text}
          onChange={(event) => onChange({ choices: event.target.value.split("\n") })}
          onPaste={handlePaste}
        />
      </Field>
      <Checkbox
        label="Recipients may choose several"
        checked={item.multiple}
        onChange={(event) => onChange({ multiple: event.target.checked })}
      />
    </div>
  );
}
