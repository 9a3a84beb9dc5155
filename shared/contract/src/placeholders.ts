/** In the title and message of a template that is sent to many. */
export const placeholders = { name: "{name}", due: "{due}" } as const;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * A title or message for one person, as the database's function `private.render_placeholders` writes it.
 *
 * @param dueOn a day as YYYY-MM-DD.
 */
export function fillPlaceholders(
  pattern: string,
  { name, dueOn }: { name: string; dueOn: string | null },
): string {
  const [year, month, day] = dueOn?.split("-") ?? [];
  const due = dueOn === null ? "" : `${Number(day)} ${months[Number(month) - 1]} ${year}`;
  // In one pass: a name that looks like a placeholder stays as it is.
  return pattern.replaceAll(/\{name\}|\{due\}/g, (found) => (found === placeholders.name ? name : due));
}
