import { isAddress, storedAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { hasVisibleCharacter, nameProblem } from "@sheaf/contract/names";
import { fillPlaceholders, placeholders } from "@sheaf/contract/placeholders";
import type { Member } from "../../../data/members/member.models.ts";
import type { List } from "../../../steps/list-file/list.models.ts";
import { findMember, type Use } from "../../../steps/list-file/columns.models.ts";
import { type DayOrder, orderOf, readDay } from "../../../steps/list-file/days.models.ts";

export const fields = ["name", "email", "due", "assignee"] as const;
export type Field = (typeof fields)[number];

/** A person who gets a separate request. */
export interface Person {
  number: number;
  name: string;
  email: string;
  /** YYYY-MM-DD */
  dueOn: string | null;
  /** The member who looks after the request; null for the sender. */
  assignee: Pick<Member, "userId" | "name"> | null;
}

/** Texts of one row, as in the file or as fixed by the user. */
export type Texts = Readonly<Record<Field, string>>;

export interface CheckedRow {
  number: number;
  texts: Texts;
  /** The first problem of each field. */
  problems: Partial<Record<Field, string>>;
  /** Undefined while the row has a problem. */
  person?: Person;
}

/** The reading of a list, and the request that everyone gets. */
export interface Choices {
  uses: readonly Use[];
  /** Fixes made on the page, by row number. */
  mended: ReadonlyMap<number, Partial<Texts>>;
  leftOut: ReadonlySet<number>;
  /** Chosen for the whole column where it doesn't tell. */
  order: DayOrder | undefined;
  /** For rows without a date; empty for none. */
  dueOn: string;
  title: string;
  message: string;
}

/** The workspace's members, and today as YYYY-MM-DD. */
export interface Surroundings {
  members: readonly Member[];
  today: string;
}

export interface CheckedPeople {
  rows: CheckedRow[];
  people: Person[];
  /** The due dates can be read in two ways, and the user hasn't chosen one. */
  asksOrder: boolean;
  /** Rows with a problem, by the field. */
  toFix: Record<Field, number>;
}

function textsOf(cells: readonly string[], uses: readonly Use[]): Record<Field, string> {
  const of = (use: Use) => cells.filter((cell, index) => uses[index] === use && cell !== "").join(" ");
  return { name: of("name"), email: of("email"), due: of("due"), assignee: of("assignee") };
}

/** Dates of a column that the page has to ask about. */
export function dueTexts(list: List, uses: readonly Use[]): string[] {
  return list.rows.map(({ cells }) => textsOf(cells, uses).due).filter((text) => text !== "");
}

export function checkPeople(list: List, choices: Choices, surroundings: Surroundings): CheckedPeople {
  const { uses, mended, leftOut } = choices;
  const told = orderOf(dueTexts(list, uses));
  const order = told ?? choices.order;
  const seen = new Map<string, number>();
  const { members, today } = surroundings;
  const memberAddresses = new Set(members.map(({ email }) => email.toLowerCase()));
  const rows: CheckedRow[] = [];
  for (const { number, cells } of list.rows) {
    if (leftOut.has(number)) continue;
    const texts = { ...textsOf(cells, uses), ...mended.get(number) };
    const email = storedAddress(texts.email);
    const same = seen.get(email);
    if (same === undefined) seen.set(email, number);
    const dueOn =
      texts.due.trim() === "" ? choices.dueOn : (readDay(texts.due, order ?? "day-first") ?? undefined);
    const problems = withoutEmpty({
      name: nameTrouble(texts.name, choices, dueOn ?? null),
      email: emailTrouble(email, same, memberAddresses),
      due: dueTrouble(dueOn, choices, today),
      assignee: assigneeTrouble(texts.assignee, members),
    });
    rows.push({
      number,
      texts,
      problems,
      ...(Object.keys(problems).length === 0 && {
        person: {
          number,
          name: texts.name.trim(),
          email,
          dueOn: dueOn === "" ? null : (dueOn ?? null),
          assignee: findMember(texts.assignee, members) ?? null,
        },
      }),
    });
  }
  return {
    rows,
    people: rows.flatMap(({ person }) => person ?? []),
    asksOrder: told === undefined,
    toFix: {
      name: rows.filter(({ problems }) => problems.name !== undefined).length,
      email: rows.filter(({ problems }) => problems.email !== undefined).length,
      due: rows.filter(({ problems }) => problems.due !== undefined).length,
      assignee: rows.filter(({ problems }) => problems.assignee !== undefined).length,
    },
  };
}

const withoutEmpty = (all: Record<Field, string | undefined>): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined));

/** Of a formula: `#N/A`, `#REF!`, `#NAME?`, `#DIV/0!`, and in other languages `#NV` or `#¡VALOR!`. */
const formulaError = /(?:^|\s)#(?:[¡¿]?[\p{Lu}\d/_]+[!?]|\p{Lu}\/\p{Lu}|NV|YOK)(?:$|\s)/u;

const mentions = ({ title, message }: Choices, placeholder: string): boolean =>
  title.includes(placeholder) || message.includes(placeholder);

function nameTrouble(text: string, choices: Choices, dueOn: string | null): string | undefined {
  const name = text.trim();
  if (name === "") return mentions(choices, placeholders.name) ? "No name" : undefined;
  if (formulaError.test(name)) return "A formula error";
  if (name.length > limits.nameLength) return `Longer than ${limits.nameLength} characters`;
  if (nameProblem(name, "") !== undefined)
    return hasVisibleCharacter(name) ? "A name without “@”" : "No name";
  const filled = { name, dueOn: dueOn === "" ? null : dueOn };
  if (fillPlaceholders(choices.title, filled).trim().length > limits.titleLength)
    return "Too long for the title";
  return fillPlaceholders(choices.message, filled).length > limits.messageLength
    ? "Too long for the message"
    : undefined;
}

function emailTrouble(
  email: string,
  same: number | undefined,
  members: ReadonlySet<string>,
): string | undefined {
  if (email === "") return "No email address";
  if (!isAddress(email)) return "Not an email address";
  if (same !== undefined) return `Same as row ${same}`;
  return members.has(email) ? "Belongs to a member" : undefined;
}

/** @param dueOn undefined for an invalid date, empty for none. */
function dueTrouble(dueOn: string | undefined, choices: Choices, today: string): string | undefined {
  if (dueOn === undefined) return "Not a date";
  if (dueOn === "") return mentions(choices, placeholders.due) ? "No due date" : undefined;
  return dueOn < today ? "This day has passed" : undefined;
}

function assigneeTrouble(text: string, members: readonly Member[]): string | undefined {
  const name = text.trim();
  if (name === "" || findMember(name, members)) return undefined;
  return members.some((member) => member.name.toLowerCase() === name.toLowerCase())
    ? "Several members have this name; use an address"
    : "Not a member of this workspace";
}
