import type { Person } from "./request.models.ts";

type Named = Pick<Person, "name" | "email">;

/** How a person is called on screen: by name where one is known, by address otherwise. */
export function personName({ name, email }: Named): string {
  return name === "" ? email : name;
}

/**
 * Everybody in one line: two people of one family share their name ("Anna & Mats Lind"),
 * more than `shown` end in "and 3 more".
 */
export function peopleWords(people: readonly Named[], shown = 2): string {
  const [first, second] = people;
  if (!first) return "Nobody yet";
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
