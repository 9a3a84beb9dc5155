import { isAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { hasVisibleCharacter } from "@sheaf/contract/names";
import { phoneProblem, storedPhone } from "@sheaf/contract/phone";
import type { AddedPerson } from "../../data/people/add-people.mutation.ts";
import { withoutApostrophe } from "../../lib/csv.ts";
import { toRecipients } from "../../steps/addresses/pasted-addresses.models.ts";
import { guessUses, isNameTitle, type Use } from "../../steps/list-file/columns.models.ts";
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

/** What a list says of an address beside its name. */
export type Details = ReadonlyMap<string, Pick<AddedPerson, "phone" | "client">>;

interface PeopleOfList {
  /** To look at and to change before they are added. */
  lines: string;
  details: Details;
}

/** The people of a list. Undefined if no column has addresses. */
export function toLines(list: List): PeopleOfList | undefined {
  const { uses, phones, client } = columnsOf(list);
  const email = uses.indexOf("email");
  if (email === -1) return undefined;
  const details = new Map<string, Pick<AddedPerson, "phone" | "client">>();
  const lines = list.rows
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
      const detail = {
        ...phones.map((column) => phoneOf(cells[column])).find(({ phone }) => phone !== undefined),
        ...clientOf(cells[client]),
      };
      for (const { email: address } of toRecipients(addresses.join("\n")))
        details.set(address, { ...detail, ...details.get(address) });
      return addresses.map((address) => (name === "" ? address : `"${name}" <${address}>`));
    })
    .filter((line) => line !== "")
    .join("\n");
  return { lines, details };
}

/** People with what the files that were read say of them. */
export const withDetails = (people: readonly AddedPerson[], details: Details): AddedPerson[] =>
  people.map((person) => ({ ...person, ...details.get(person.email) }));

/** "12 with a phone number, 8 with a client"; "" if there are none. */
export function detailsText(people: readonly AddedPerson[]): string {
  const count = (has: (person: AddedPerson) => boolean) => people.filter(has).length.toLocaleString("en");
  const phones = count(({ phone }) => phone !== undefined);
  const clients = count(({ client }) => client !== undefined);
  return [
    ...(phones === "0" ? [] : [`${phones} with a phone number`]),
    ...(clients === "0" ? [] : [`${clients} with a client`]),
  ].join(", ");
}

const phoneTitle =
  /phone|mobil|^cell|^tel(?:\b|\.)|telefo|téléphone|teléfono|handy|rufnummer|móvil|celular|cellulare|puhelin|^gsm|telemóvel|τηλ|電話|电话|手机|전화|هاتف|телефон/iu;
const clientTitle =
  /^(?:client|customer|household|family|company|organi[sz]ation|firm|employer|mandant|kunde|haushalt|firma|unternehmen|familie|cliente|empresa|hogar|famille|société|foyer|famiglia|azienda|klient|kund|hushåll|företag)(?: ?name)?$/iu;

/** The uses of the columns as guessed without those of phones and clients, and where these are. */
function columnsOf(list: List): { uses: readonly Use[]; phones: readonly number[]; client: number } {
  const phones = list.titles.flatMap((title, index) =>
    phoneTitle.test(title) && list.rows.some(({ cells }) => phoneOf(cells[index]).phone !== undefined)
      ? [index]
      : [],
  );
  const client = list.titles.findIndex((title) => clientTitle.test(title.trim()));
  const without = (left: readonly number[]): List => ({
    ...list,
    titles: list.titles.map((title, index) => (left.includes(index) ? "" : title)),
    rows: list.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => (left.includes(index) ? "" : cell)),
    })),
  });
  const asClient = guessUses(without([...phones, client]), []);
  const hasName = list.titles.some(
    (title, index) => index !== client && asClient[index] === "name" && isNameTitle(title),
  );
  // Where no other column has names, the clients are the people.
  return client === -1 || !hasName
    ? { uses: guessUses(without(phones), []), phones, client: -1 }
    : { uses: asClient, phones, client };
}

/** Numbers that a spreadsheet has rounded, and whatever else isn't one, are left out. */
function phoneOf(cell = ""): Pick<AddedPerson, "phone"> {
  // Contacts of Google hold several as "a ::: b".
  const first = cell.split(":::")[0] ?? "";
  // Spreadsheets write numbers as decimals, and programs write formulas so that zeros stay.
  const written = first.replace(/^="(.*)"$/u, "$1").replace(/^(\d{6,})\.0$/u, "$1");
  const phone = storedPhone(written);
  return phone === "" || phoneProblem(phone) !== undefined ? {} : { phone };
}

function clientOf(cell = ""): Pick<AddedPerson, "client"> {
  const client = withoutApostrophe(cell).replaceAll(/\s+/gu, " ").trim();
  return hasVisibleCharacter(client) && client.length <= limits.clientLength ? { client } : {};
}
