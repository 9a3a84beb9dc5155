import { type Due, lateWords } from "../../data/requests/due.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { Chip } from "../../ui/chip.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

const tones = { late: "returned", soon: "waiting", plain: "plain" } as const;

/** The due day: plain while there is time, amber when it is near, red and in days when it has passed. */
export function DueChip({ due, now }: { due: Due; now: Date }) {
  return (
    <Chip tone={tones[due.urgency]}>
      {due.urgency === "late" ? (
        lateWords(due.daysLate)
      ) : (
        <span>
          <VisuallyHidden>Due </VisuallyHidden>
          {formatDate(due.on, { now })}
        </span>
      )}
    </Chip>
  );
}
