import { readWholeNumber } from "@sheaf/contract/digits";
import { limits } from "@sheaf/contract/limits";

/** The typed number of days; null for an empty field. */
export const readDays = (text: string): number | null => (text.trim() === "" ? null : readWholeNumber(text));

/**
 * The reason for which a field's number of days can't be saved.
 *
 * @param most what the field for other items says: this one must be fewer.
 */
export function daysError(text: string, most = ""): string | undefined {
  const days = readDays(text);
  if (days === null) return undefined;
  if (!Number.isInteger(days) || days < limits.fewestDaysKept || days > limits.mostDaysKept)
    return `Enter a number from ${limits.fewestDaysKept} to ${limits.mostDaysKept}, or leave it empty.`;
  const others = readDays(most);
  return others !== null && days >= others ? "Enter fewer days than for other items." : undefined;
}
