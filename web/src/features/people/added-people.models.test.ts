import { limits } from "@sheaf/contract/limits";
import { expect, test } from "vitest";
import { readPeople, toLines } from "./added-people.models.ts";

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
  expect(read).toBe(
    '"Anna Lind" <anna@lind.example>\nmats@lind.example\nMia Ruiz, Jr.\n"Joel T amm, the  younger" <joel@tamm.example>',
  );
  expect(readPeople(read ?? "").people[0]).toEqual({ email: "anna@lind.example", name: "Anna Lind" });
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
  expect(readPeople(read ?? "")).toEqual({
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
