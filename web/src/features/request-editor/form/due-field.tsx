import { relativeDay } from "../../../lib/dates.ts";
import { useNow } from "../../../lib/now.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { preventSubmit } from "./prevent-submit.ts";
import type { RequestForm } from "./use-request-form.ts";

interface DueFieldProps {
  form: RequestForm;
  /** The act after which a date in the past makes the request overdue. */
  act: "save" | "send";
}

/** The due date of a request. */
export function DueField({ form: { state, errors, change }, act }: DueFieldProps) {
  const now = useNow();
  const isPast = state.due_on !== null && relativeDay(state.due_on, now) < 0;
  return (
    <Field
      label="Due date"
      optional
      error={errors.due_on}
      warning={isPast && `This date has passed. The request will be overdue as soon as you ${act} it.`}
    >
      <TextInput
        type="date"
        value={state.due_on ?? ""}
        onChange={(event) => change({ due_on: event.target.value || null })}
        onKeyDown={preventSubmit}
      />
    </Field>
  );
}
