import { shownAddress } from "@sheaf/contract/shown-address";
import type { Person } from "./request-summary.models.ts";

type Named = Pick<Person, "name" | "email">;

/** Name, or address if no name is known. */
export function personName({ name, email }: Named): string {
  return name === "" ? shownAddress(email) : name;
}

/**
 * All people in one line. Two people with the same family name share it ("Anna & Mats Lind"); more than `shown` people end
 * in "and 3 more".
 */
export function peopleText(people: readonly Named[], shown = 2): string {
  const [first, second] = people;
  if (!first) return "No recipients";
  if (!second) return personName(first);
  if (people.length === 2) {
    const family = familyName(first);
    return family !== "" && family === familyName(second)
      ? `${first.name.slice(0, -family.length).trim()} & ${second.name}`
      : `${personName(first)}, ${personName(second)}`;
  }
  const names = people.slice(0, shown).map(personName).join(", ");
  const rest = people.length - shown;
  return rest > 0 ? `${names} and ${rest} more` : names;
}

function familyName({ name }: Named): string {
  const words = name.trim().split(/\s+/);
  return words.length > 1 ? (words.at(-1) ?? "") : "";
}
