import type { ReactNode } from "react";
import { RestoredNotice } from "../draft/restored-notice.tsx";
import { ItemsField } from "../items-field.tsx";
import styles from "../request-editor.module.css";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { preventSubmit } from "./prevent-submit.ts";
import type { RequestForm } from "./use-request-form.ts";

interface RequestFieldsProps {
  form: RequestForm;
  /** The title gets the focus. */
  isNew: boolean;
  /** Ids of items that were answered or decided: they can't be deleted. */
  answered?: ReadonlySet<string>;
  /** Another way to add items. */
  addItems?: ReactNode;
  /** Beside the title. */
  due?: ReactNode;
  /** Between title and checklist. */
  children?: ReactNode;
}

/** The fields that drafts, sent requests and templates have. */
export function RequestFields({ form, isNew, answered, addItems, due, children }: RequestFieldsProps) {
  const { state, errors, restored } = form;
  return (
    <div className={styles["fields"]}>
      {restored !== null && (
        <RestoredNotice isSaved={restored === "saved"} onDiscard={form.discardRestored} />
      )}
      <div className={due === undefined ? undefined : styles["pair"]}>
        <Field label="Title" error={errors.title}>
          <TextInput
            value={state.title}
            autoFocus={isNew}
            autoComplete="off"
            onChange={(event) => form.change({ title: event.target.value })}
            onKeyDown={preventSubmit}
          />
        </Field>
        {due}
      </div>
      {children}
      <ItemsField
        items={state.items}
        line={state.line}
        error={errors.items}
        errorsByItem={errors.byItem}
        answered={answered}
        examples={form.examples}
        action={addItems}
        onAction={form.dispatch}
      />
      <Field label="Message" optional error={errors.message}>
        <TextArea value={state.message} onChange={(event) => form.change({ message: event.target.value })} />
      </Field>
    </div>
  );
}
