import { shownAddress } from "@sheaf/contract/shown-address";
import type { Person } from "./request-summary.models.ts";

type Named = Pick<Person, "name" | "email">;

/** Name, or address if no name is known. */
export function personName({ name, email }: Named): string {
  return name === "" ? shownAddress(email) : name;
}

/** All people in one line; more than `shown` people end in "and 3 more". */
export function peopleText(people: readonly Named[], shown = 2): string {
  if (people.length === 0) return "No recipients";
  const names = people.slice(0, shown).map(personName).join(", ");
  const rest = people.length - shown;
  return rest > 0 ? `${names} and ${rest} more` : names;
}
