import { isAddress } from "@sheaf/contract/email-address";
import { hasColleagues, type Member } from "../../data/members/member.models.ts";
import type { List } from "./list.models.ts";
import { orderOf, readDay } from "./days.models.ts";

/** The use of a column. Several columns that are names are joined: first and last name. */
export type Use = "name" | "email" | "due" | "assignee" | "none";

export const useNames: Readonly<Record<Use, string>> = {
  name: "Name",
  email: "Email address",
  due: "Due date",
  assignee: "Assignee",
  none: "Don’t use",
};

const cellsOf = (list: List, column: number): string[] =>
  list.rows.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");

/** The first values of a column, each once. */
export function samplesOf(list: List, column: number): string[] {
  return [...new Set(cellsOf(list, column))].slice(0, 2);
}

const nameTitle = /name|client|customer|contact|person|kunde|mandant|nom\b|nombre|nome/iu;
const notNameTitle = /file|company|user|no\.|number|nr\b|\bid\b|mail|phone/iu;
export const isNameTitle = (title: string): boolean => nameTitle.test(title) && !notNameTitle.test(title);

const dueTitle = /due|deadline|date|until|frist|fällig|datum|échéance/iu;

/** The member with an address or a name. Undefined if there is none, or several of the name. */
export function findMember(text: string, members: readonly Member[]): Member | undefined {
  const words = text.trim().toLowerCase();
  const found = members.filter(({ name, email }) => [name, email].some((of) => of.toLowerCase() === words));
  return found.length === 1 ? found[0] : undefined;
}

/** A first guess for each column, which the sender checks. */
export function guessUses(list: List, members: readonly Member[]): Use[] {
  const columns = list.titles.map((title, index) => {
    const cells = cellsOf(list, index);
    const share = (test: (cell: string) => boolean) => cells.filter(test).length / Math.max(1, cells.length);
    const order = orderOf(cells) ?? "day-first";
    // Members get no requests, so their addresses are those of assignees.
    const isOfMembers =
      hasColleagues(members) && share((cell) => findMember(cell, members) !== undefined) > 0.5;
    return {
      isOfMembers,
      addresses: isOfMembers ? 0 : share(isAddress),
      days: share((cell) => readDay(cell, order) !== null),
      letters: share((cell) => /\p{L}{2}/u.test(cell) && !isAddress(cell)),
      title,
    };
  });
  const best = Math.max(...columns.map(({ addresses }) => addresses));
  const email = best > 0 ? columns.findIndex(({ addresses }) => addresses === best) : -1;
  const assignee = columns.findIndex(({ isOfMembers }) => isOfMembers);
  const due = columns.findIndex(({ days, title }) => days > 0.5 && dueTitle.test(title));
  const anyDue = due === -1 ? columns.findIndex(({ days }) => days > 0.8) : due;
  const isText = (index: number) =>
    index !== email && index !== anyDue && index !== assignee && (columns[index]?.letters ?? 0) > 0.5;
  const titled = list.titles.flatMap((title, index) => (isText(index) && isNameTitle(title) ? [index] : []));
  // A full name needs no other column; first and last name need each other.
  const parts = titled.filter((index) =>
    /first|last|given|family|sur|vor|nach|prénom/iu.test(list.titles[index] ?? ""),
  );
  const text = list.titles.findIndex((_, index) => isText(index));
  const names = parts.length > 1 ? parts : titled.length > 0 ? titled.slice(0, 1) : text === -1 ? [] : [text];
  return list.titles.map((_, index) => {
    if (index === email) return "email";
    if (index === anyDue) return "due";
    if (index === assignee) return "assignee";
    return names.includes(index) ? "name" : "none";
  });
}

/** Changes the use of a column. Several columns can be names, and each other use has one. */
export function withUse(uses: readonly Use[], column: number, use: Use): Use[] {
  return uses.map((former, index) => {
    if (index === column) return use;
    return former === use && use !== "name" ? "none" : former;
  });
}
