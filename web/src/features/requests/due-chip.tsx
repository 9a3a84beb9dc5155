import { type Due, overdueText } from "../../data/requests/due.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Chip } from "../../ui/status/chip.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";

const tones = { late: "returned", soon: "waiting", plain: "plain" } as const;

/** The due date: amber when it is close, red with the number of days late after it. */
export function DueChip({ due, now }: { due: Due; now: Date }) {
  return (
    <Chip tone={tones[due.urgency]}>
      {due.urgency === "late" ? (
        overdueText(due.daysLate)
      ) : (
        <span>
          <VisuallyHidden>Due </VisuallyHidden>
          {formatDate(due.on, { now })}
        </span>
      )}
    </Chip>
  );
}
