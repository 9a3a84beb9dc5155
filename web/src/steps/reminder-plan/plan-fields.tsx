import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import type { PlanField } from "./use-plan-form.ts";

export function DaysBeforeField({ field }: { field: PlanField }) {
  return (
    <Field
      label="Days before the due date"
      hint="0 is the day itself."
      error={field.isWrong && "Enter up to six numbers of days, such as 7, 2, 0."}
    >
      <PlanInput field={field} />
    </Field>
  );
}

export function DaysBetweenField({ label, field }: { label: string; field: PlanField }) {
  return (
    <Field label={label} error={field.isWrong && "Enter a number from 1 to 60."}>
      <PlanInput field={field} />
    </Field>
  );
}

export function MostField({ field }: { field: PlanField }) {
  return (
    <Field label="Maximum number of reminders" error={field.isWrong && "Enter a number from 1 to 12."}>
      <PlanInput field={field} />
    </Field>
  );
}

function PlanInput({ field }: { field: PlanField }) {
  return (
    <TextInput
      value={field.value}
      inputMode="numeric"
      onChange={(event) => field.onChange(event.target.value)}
    />
  );
}
