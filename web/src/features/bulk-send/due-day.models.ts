const dayMs = 86_400_000;

/** The day so many days after another; empty for no number. */
export function dueDay(today: string, days: number | null): string {
  return days === null ? "" : new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
}
