import { limits } from "@sheaf/contract/limits";
import { expect, test } from "vitest";
import { detailsText, readPeople, toLines, withDetails } from "./added-people.models.ts";

const list = (titles: string[], ...rows: string[][]) => ({
  titles,
  rows: rows.map((cells, index) => ({ number: index + 2, cells })),
});

test("pasted people have their names, each address once", () => {
  expect(readPeople("Anna Lind <anna@lind.example>\nmats@lind.example\nANNA@lind.example")).toEqual({
    people: [
      { email: "anna@lind.example", name: "Anna Lind" },
      { email: "mats@lind.example", name: "" },
    ],
  });
});

test.each([
  ["", "Enter at least one email address."],
  ["Mia Ruiz\nmats@lind.example", "“Mia Ruiz” isn’t an email address."],
  ["mia@, joel@, x@", "“mia@” isn’t an email address. 2 other entries aren’t either."],
])("of %j says what is wrong", (text, problem) => {
  expect(readPeople(text).problem).toBe(problem);
});

test("more people than are added at once are refused by number", () => {
  const lines = Array.from({ length: limits.addedPeople + 1 }, (_, index) => `p${index}@lind.example`);
  expect(readPeople(lines.join("\n")).problem).toBe("Add up to 5,000 people at a time. You entered 5,001.");
  expect(readPeople(lines.slice(1).join("\n")).problem).toBeUndefined();
});

test("a list becomes lines with first and last name, and a row without an address is still seen", () => {
  const read = toLines(
    list(
      ["First name", "Last name", "E-mail"],
      ["Anna", "Lind", "anna@lind.example"],
      ["", "", "mats@lind.example"],
      ["Mia", "Ruiz, Jr.", ""],
      ["Joel", 'T"amm, the <younger>', "joel@tamm.example"],
    ),
  );
  expect(read?.lines).toBe(
    '"Anna Lind" <anna@lind.example>\nmats@lind.example\nMia Ruiz, Jr.\n"Joel T amm, the  younger" <joel@tamm.example>',
  );
  expect(readPeople(read?.lines ?? "").people[0]).toEqual({ email: "anna@lind.example", name: "Anna Lind" });
});

test("two addresses in one cell are two lines with one name", () => {
  const read = toLines(
    list(
      ["Name", "E-mail"],
      ["Anna Lind", "anna@lind.example ::: anna@work.example"],
      ["", "mats@lind.example, m@work.example"],
      ["Joel Tamm", "joel@tamm.example"],
    ),
  );
  expect(readPeople(read?.lines ?? "")).toEqual({
    people: [
      { email: "anna@lind.example", name: "Anna Lind" },
      { email: "anna@work.example", name: "Anna Lind" },
      { email: "mats@lind.example", name: "" },
      { email: "m@work.example", name: "" },
      { email: "joel@tamm.example", name: "Joel Tamm" },
    ],
  });
});

test("a list without a column of addresses is no list of people", () => {
  expect(toLines(list(["Name", "Town"], ["Anna Lind", "Malmö"]))).toBeUndefined();
});

/** The people of a list who would be added. */
function added(titles: string[], ...rows: string[][]) {
  const read = toLines(list(titles, ...rows));
  return withDetails(readPeople(read?.lines ?? "").people, read?.details ?? new Map());
}

test("a list's phone numbers and clients come along, and what isn't one doesn't", () => {
  const people = added(
    ["Client", "Name", "E-mail", "Mobile phone"],
    ["Lind family", "Anna Lind", "Anna@lind.example", "+46 70\u00a0123 45 67"],
    [" Lind  family ", "Mats Lind", "mats@lind.example", "4.67012E+11"],
    ["", "Joel Tamm", "joel@tamm.example", "'050 123 4567 ::: 112"],
    ["'=Sons", "Mia Ruiz", "mia@ruiz.example", "ask Joel"],
    ["'t Hooft BV", "Bram Hooft", "bram@hooft.example", ""],
    ["'0042", "Lea Roth", "lea@roth.example", ""],
  );
  expect(people).toEqual([
    { name: "Anna Lind", email: "anna@lind.example", phone: "+46 70 123 45 67", client: "Lind family" },
    { name: "Mats Lind", email: "mats@lind.example", client: "Lind family" },
    { name: "Joel Tamm", email: "joel@tamm.example", phone: "050 123 4567" },
    { name: "Mia Ruiz", email: "mia@ruiz.example", client: "=Sons" },
    { name: "Bram Hooft", email: "bram@hooft.example", client: "'t Hooft BV" },
    { name: "Lea Roth", email: "lea@roth.example", client: "0042" },
  ]);
  expect(detailsText(people)).toBe("2 with a phone number, 5 with a client");
});

test.each(["Mobil", "Telefoon", "Tel.", "Cell", "GSM", "Téléphone", "携帯電話", "Phone number", "Rufnummer"])(
  "a column %j has phone numbers",
  (title) => {
    expect(added(["Name", "Email", title], ["Anna", "anna@lind.example", "030/123456"])).toMatchObject([
      { name: "Anna", phone: "030/123456" },
    ]);
  },
);

test("clients are the people where no other column has names", () => {
  expect(added(["Client", "Email", "Telefon"], ["Anna Lind", "anna@lind.example", "0701234567"])).toEqual([
    { name: "Anna Lind", email: "anna@lind.example", phone: "0701234567" },
  ]);
  expect(added(["Client", "Email", "Notes"], ["Anna Lind", "anna@lind.example", "calls back"])).toEqual([
    { name: "Anna Lind", email: "anna@lind.example" },
  ]);
});

test("a household's two addresses in one row both get its client and number", () => {
  expect(
    added(
      ["First name", "Last name", "Household", "Email", "Phone"],
      ["Anna", "Lind", "Lind", "anna@lind.example, mats@lind.example", "112"],
      ["Mia", "Ruiz", "", "mia@ruiz.example", ""],
    ).slice(0, 2),
  ).toEqual([
    { name: "Anna Lind", email: "anna@lind.example", phone: "112", client: "Lind" },
    { name: "Anna Lind", email: "mats@lind.example", phone: "112", client: "Lind" },
  ]);
});

test("a number that a spreadsheet wrote as a decimal or a formula is read, and one of Google's columns with its kind isn't", () => {
  const head = ["Name", "E-mail 1 - Value", "Phone 1 - Type", "Phone 1 - Value", "Telefon"];
  expect(
    added(
      head,
      ["Anna", "anna@lind.example", "Mobile", "788383383.0", ""],
      ["Mats", "mats@lind.example", "Home", '="0797 639 908"', "112"],
      ["Mia", "mia@ruiz.example", "", "", "112"],
    ),
  ).toEqual([
    { name: "Anna", email: "anna@lind.example", phone: "788383383" },
    { name: "Mats", email: "mats@lind.example", phone: "0797 639 908" },
    { name: "Mia", email: "mia@ruiz.example", phone: "112" },
  ]);
});

test("an exported list is read again as it was", () => {
  const head = ["Name", "Email", "Client", "Phone", "Other addresses", "Tags"];
  expect(added(head, ["Ana", "ana@duarte.example", "Duarte", "'+351 912 345 678", "", ""])).toEqual([
    { name: "Ana", email: "ana@duarte.example", phone: "+351 912 345 678", client: "Duarte" },
  ]);
});

test("lists without either say nothing of them", () => {
  const people = added(["Name", "Email"], ["Anna", "anna@lind.example"]);
  expect(detailsText(people)).toBe("");
  expect(people).toEqual([{ name: "Anna", email: "anna@lind.example" }]);
});
