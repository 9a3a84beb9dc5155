import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { formatCount } from "../../../lib/format-count.ts";

/** The date that all of them have, unless it has passed. */
export function commonDueDate(
  requests: readonly Pick<RequestSummary, "dueOn">[],
  today: string,
): string | null {
  const [first, ...others] = new Set(requests.map(({ dueOn }) => dueOn));
  return others.length === 0 && first && first >= today ? first : null;
}

/** @param day as a date field has it: empty while it is incomplete. */
export function dueDateProblem(day: string, today: string): string | undefined {
  if (day === "") return "Choose a day.";
  return day < today ? "Choose today or a later day." : undefined;
}

/** What happens besides the change. */
export function dueDateNotes(requests: readonly Pick<RequestSummary, "status">[], leftOut: number): string[] {
  const open = requests.filter(({ status }) => status === "open").length;
  return [
    ...(open > 0
      ? [`Recipients of ${formatCount(open, "open request")} get an email about the change in 10 minutes.`]
      : []),
    ...(leftOut > 0
      ? [
          leftOut === 1
            ? "1 selected request is left out because it is done or cancelled."
            : `${leftOut} selected requests are left out because they are done or cancelled.`,
        ]
      : []),
  ];
}
