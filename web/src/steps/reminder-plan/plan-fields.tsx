import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { formatCount } from "../../lib/format-count.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { beforeText, everyText, planChoices } from "./plan.models.ts";

interface PlanFieldProps {
  plan: ReminderPlan;
  onChange: (plan: ReminderPlan) => void;
}

export function BeforeField({ plan, onChange }: PlanFieldProps) {
  return (
    <PlanSelect
      label="Before the due date"
      chosen={plan.before}
      choices={planChoices.before}
      text={beforeText}
      onChoose={(before) => onChange({ ...plan, before })}
    />
  );
}

export function AfterField({ plan, onChange }: PlanFieldProps) {
  return (
    <PlanSelect
      label="After the due date"
      chosen={plan.every}
      choices={planChoices.every}
      text={everyText}
      onChoose={(every) => onChange({ ...plan, every })}
    />
  );
}

export function UndatedField({ plan, onChange }: PlanFieldProps) {
  return (
    <PlanSelect
      label="Without a due date"
      chosen={plan.undated}
      choices={planChoices.undated}
      text={everyText}
      onChoose={(undated) => onChange({ ...plan, undated })}
    />
  );
}

export function MostField({ plan, onChange }: PlanFieldProps) {
  return (
    <PlanSelect
      label="At most"
      chosen={plan.most}
      choices={planChoices.most}
      text={(most) => formatCount(most, "reminder")}
      onChoose={(most) => onChange({ ...plan, most })}
    />
  );
}

interface PlanSelectProps<Choice> {
  label: string;
  chosen: Choice;
  choices: readonly Choice[];
  text: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
}

/** The choices are told apart by their words; the saved one comes first if it isn't among them. */
function PlanSelect<Choice>({ label, chosen, choices, text, onChoose }: PlanSelectProps<Choice>) {
  const byText = new Map([chosen, ...choices].map((choice) => [text(choice), choice]));
  const offered = choices.some((choice) => text(choice) === text(chosen)) ? choices : [...byText.values()];
  return (
    <Field label={label}>
      <Select
        value={text(chosen)}
        onChange={(event) => {
          const choice = byText.get(event.target.value);
          if (choice !== undefined) onChoose(choice);
        }}
      >
        {offered.map((choice) => (
          <option key={text(choice)}>{text(choice)}</option>
        ))}
      </Select>
    </Field>
  );
}
