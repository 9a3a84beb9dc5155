import type { ReminderPlan } from "@sheaf/contract/reminder-plan";
import { planDays, planDayText } from "../../../steps/reminder-plan/plan.models.ts";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import styles from "./email.module.css";

/** Exactly the reminders that a recipient who never answers gets. */
export function PlanLine({ plan }: { plan: ReminderPlan }) {
  return (
    <ol className={styles["line"]} aria-label="Reminders for a request with a due date">
      {planDays(plan).map(({ day, isReminder }) => (
        <li key={day} data-due={day === 0} data-reminder={isReminder}>
          {planDayText(day)}
          {!isReminder && <VisuallyHidden>, no reminder</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
