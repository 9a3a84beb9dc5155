import { isAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import type { AddedPerson } from "../../data/people/add-people.mutation.ts";
import { toRecipients } from "../../steps/addresses/pasted-addresses.models.ts";
import { guessUses } from "../../steps/list-file/columns.models.ts";
import type { List } from "../../steps/list-file/list.models.ts";

/** The typed text as people to add, and the first reason why it can't be added yet. */
export interface TypedPeople {
  people: AddedPerson[];
  problem?: string;
}

export function readPeople(text: string): TypedPeople {
  const people = toRecipients(text);
  const wrong = people.filter(({ email }) => !isAddress(email));
  return {
    people,
    ...(people.length === 0 || wrong.length > 0 ? { problem: problemOf(wrong) } : tooMany(people)),
  };
}

function problemOf(wrong: readonly AddedPerson[]): string {
  const [first, ...others] = wrong;
  if (first === undefined) return "Enter at least one email address.";
  const also =
    others.length === 0
      ? ""
      : ` ${others.length === 1 ? "One other entry isn’t either." : `${others.length.toLocaleString("en")} other entries aren’t either.`}`;
  return `“${first.email}” isn’t an email address.${also}`;
}

function tooMany({ length }: readonly AddedPerson[]): { problem?: string } {
  if (length <= limits.addedPeople) return {};
  return {
    problem: `Add up to ${limits.addedPeople.toLocaleString("en")} people at a time. You entered ${length.toLocaleString("en")}.`,
  };
}

/** A list of people as lines to look at before they are added. Undefined if no column has addresses. */
export function toLines(list: List): string | undefined {
  const uses = guessUses(list, []);
  const email = uses.indexOf("email");
  if (email === -1) return undefined;
  return list.rows
    .flatMap(({ cells }) => {
      const words = cells.filter((cell, column) => uses[column] === "name" && cell !== "");
      const name = words
        .join(" ")
        .replaceAll(/["<>\n]/gu, " ")
        .trim();
      const cell = cells[email] ?? "";
      if (cell === "") return name;
      // Contacts of Google hold several as "a ::: b", and people write a comma.
      const addresses = cell.split("@").length > 2 ? cell.split(/[\s,;:]+/u) : [cell];
      return addresses.map((address) => (name === "" ? address : `"${name}" <${address}>`));
    })
    .filter((line) => line !== "")
    .join("\n");
}
