import type { ItemDraft } from "@sheaf/contract/request-draft";
import type { ItemKind } from "@sheaf/contract/states";
import { type ComponentType, type KeyboardEvent, type ReactNode, useId } from "react";
import { isComposing } from "../../../lib/composing.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import type { ItemErrors } from "../checks.models.ts";
import type { EditorItem } from "../editor.models.ts";
import styles from "../items-field.module.css";
import { ChoicesField } from "./choices-field.tsx";
import { FileOptions } from "./file-options.tsx";
import type { ItemOptionsProps } from "./item-options.ts";
import { editorKinds } from "./kinds/kinds.models.ts";

/** The fields that only one kind has. */
const options: Readonly<Record<ItemKind, ComponentType<ItemOptionsProps> | undefined>> = {
  file: FileOptions,
  text: undefined,
  date: undefined,
  choice: ChoicesField,
  yes_no: undefined,
};

interface ItemFormProps {
  item: EditorItem;
  number: number;
  errors: ItemErrors | undefined;
  /** Names to choose from. */
  sections: readonly string[];
  /** Its answer type stays and it can't be deleted. */
  isAnswered: boolean;
  examples: ReactNode;
  onChange: (change: Partial<ItemDraft>) => void;
  onClose: () => void;
  onRemove: () => void;
}

/** The expanded form of one item. Changes apply at once. */
export function ItemForm(props: ItemFormProps) {
  const { item, number, errors, sections, isAnswered, examples, onChange, onClose, onRemove } = props;
  const sectionsId = useId();
  const Options = options[item.kind];
  const closeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event)) return;
    event.preventDefault();
    onClose();
  };

  return (
    <div
      className={styles["form"]}
      role="group"
      aria-label={`Item ${number}`}
      onKeyDown={(event) => {
        // A dialog of one of the fields closes by itself.
        if (event.key !== "Escape" || (event.target as Element).closest("dialog")) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Field label="Item title" error={errors?.title}>
        <TextInput
          autoFocus
          autoComplete="off"
          value={item.title}
          onChange={(event) => onChange({ title: event.target.value })}
          onKeyDown={closeOnEnter}
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
          <Select
            value={item.kind}
            disabled={isAnswered}
            onChange={(event) => onChange({ kind: event.target.value as ItemKind })}
          >
            {Object.entries(editorKinds).map(([kind, { label }]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Section" optional error={errors?.section}>
          <TextInput
            autoComplete="off"
            list={sectionsId}
            value={item.section}
            onChange={(event) => onChange({ section: event.target.value })}
            onKeyDown={closeOnEnter}
          />
        </Field>
        <datalist id={sectionsId}>
          {sections.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {Options && <Options item={item} errors={errors} onChange={onChange} />}
      {examples}
      <div className={styles["ends"]}>
        <div className={styles["flags"]}>
          <Checkbox
            label="Required"
            checked={item.required}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
          <Checkbox
            label="Sensitive: blurred until opened"
            checked={item.sensitive}
            onChange={(event) => onChange({ sensitive: event.target.checked })}
          />
        </div>
        {isAnswered ? (
          <p className={styles["kept"]}>Answered, so it stays.</p>
        ) : (
          <Button size="small" variant="quiet" onClick={onRemove}>
            Delete
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
