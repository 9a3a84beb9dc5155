const dayMs = 86_400_000;

/** "Fri 28 Nov", with the year if it isn't the one of `today`. Both days are `YYYY-MM-DD`. */
export function day(date: string, today: string): string {
  const words = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  })
    .format(new Date(date))
    .replaceAll(",", "");
  return date.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${date.slice(0, 4)}`;
}

/** "is due tomorrow, Fri 28 Nov", "was due on Fri 28 Nov". */
export function dueSentence(date: string, today: string): string {
  const named = day(date, today);
  const inDays = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  if (inDays < 0) return `was due on ${named}`;
  if (inDays === 0) return `is due today, ${named}`;
  return inDays === 1 ? `is due tomorrow, ${named}` : `is due on ${named}`;
}

/** "due tomorrow", "due Fri 28 Nov", "overdue". For subjects. */
export function dueWord(date: string, today: string): string {
  const inDays = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  if (inDays < 0) return "overdue";
  if (inDays === 0) return "due today";
  return inDays === 1 ? "due tomorrow" : `due ${day(date, today)}`;
}

/** "27 November 2026, 18:42 UTC", in a time zone, which is named. */
export function moment(isoTime: string, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
    timeZoneName: "short",
  })
    .format(new Date(isoTime))
    .replace(" at ", ", ");
}
