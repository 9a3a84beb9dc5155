import type { AcceptedGroup, ItemDraft } from "@sheaf/contract/request-draft";
import type { ItemKind } from "@sheaf/contract/states";
import type { KeyboardEvent } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import type { ItemErrors } from "./checks.models.ts";
import type { EditorItem } from "./editor.models.ts";
import styles from "./items-field.module.css";

interface ItemFormProps {
  item: EditorItem;
  number: number;
  errors: ItemErrors | undefined;
  onChange: (change: Partial<ItemDraft>) => void;
  onClose: () => void;
  onRemove: () => void;
}

/** The expanded form of one item. Changes apply at once. */
export function ItemForm({ item, number, errors, onChange, onClose, onRemove }: ItemFormProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  const toggle = (group: AcceptedGroup) => (isChosen: boolean) =>
    onChange({
      accepts: isChosen ? [...item.accepts, group] : item.accepts.filter((accepted) => accepted !== group),
    });

  return (
    <div className={styles["form"]} role="group" aria-label={`Item ${number}`} onKeyDown={handleKey}>
      <Field label="Item title" error={errors?.title}>
        <TextInput
          autoFocus
          autoComplete="off"
          value={item.title}
          onChange={(event) => onChange({ title: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onClose();
          }}
        />
      </Field>
      <Field label="Instructions" optional error={errors?.instructions}>
        <TextArea
          rows={2}
          value={item.instructions}
          onChange={(event) => onChange({ instructions: event.target.value })}
        />
      </Field>
      <div className={styles["choices"]}>
        <Field label="Answer type">
          <Select value={item.kind} onChange={(event) => onChange({ kind: event.target.value as ItemKind })}>
            <option value="file">Files</option>
            <option value="text">Text</option>
          </Select>
        </Field>
        {item.kind === "file" && (
          <fieldset className={styles["accepts"]}>
            <legend>Only these file types</legend>
            <Checkbox
              label="PDF"
              checked={item.accepts.includes("pdf")}
              onChange={(event) => toggle("pdf")(event.target.checked)}
            />
            <Checkbox
              label="Image"
              checked={item.accepts.includes("image")}
              onChange={(event) => toggle("image")(event.target.checked)}
            />
          </fieldset>
        )}
      </div>
      <div className={styles["ends"]}>
        <Checkbox
          label="Required"
          checked={item.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
        <Button size="small" variant="quiet" onClick={onRemove}>
          Delete
        </Button>
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
