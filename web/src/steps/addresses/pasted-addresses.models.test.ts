import { describe, expect, test } from "vitest";
import { mergeRecipients, toRecipients } from "./pasted-addresses.models.ts";

const emails = (text: string) => toRecipients(text).map((recipient) => recipient.email);

describe("pasted addresses", () => {
  test.each([
    ["one", "anna@lind.example", ["anna@lind.example"]],
    [
      "separated by commas",
      "anna@lind.example,mats@lind.example",
      ["anna@lind.example", "mats@lind.example"],
    ],
    [
      "separated by semicolons",
      "anna@lind.example; mats@lind.example",
      ["anna@lind.example", "mats@lind.example"],
    ],
    [
      "separated by spaces",
      "anna@lind.example mats@lind.example",
      ["anna@lind.example", "mats@lind.example"],
    ],
    ["in Japanese", "anna＠lind.example、mats@lind.example", ["anna@lind.example", "mats@lind.example"]],
    ["in Chinese", "＜anna@lind.example＞；mats@lind.example", ["anna@lind.example", "mats@lind.example"]],
    ["in Arabic", "anna@lind.example، mats@lind.example", ["anna@lind.example", "mats@lind.example"]],
    ["one per line", "anna@lind.example\r\nmats@lind.example\n", ["anna@lind.example", "mats@lind.example"]],
    ["in capitals", "Anna@Lind.Example", ["anna@lind.example"]],
    ["twice", "anna@lind.example, ANNA@lind.example", ["anna@lind.example"]],
    ["at the end of a sentence", "anna@lind.example.", ["anna@lind.example"]],
    ["in brackets", "(anna@lind.example)", ["anna@lind.example"]],
    ["copied from a page", "mailto:anna@lind.example", ["anna@lind.example"]],
    ["nothing", " ,; \n", []],
  ])("%s", (_, text, expected) => {
    expect(emails(text)).toEqual(expected);
  });

  test("include the names in front of them", () => {
    expect(
      toRecipients(
        'Anna Lind <anna@lind.example>, "Lind, Mats" <Mats@lind.example>, "joel@tamm.example" <joel@tamm.example>',
      ),
    ).toEqual([
      { email: "anna@lind.example", name: "Anna Lind" },
      { email: "mats@lind.example", name: "Mats Lind" },
      { email: "joel@tamm.example", name: "" },
    ]);
  });

  test.each([
    ["unquoted, as Outlook copies them", "Smith, John <john@s.example>; Duarte, Ana <ana@s.example>"],
    ["in apostrophes", "'Smith, John' <john@s.example>; 'Duarte, Ana' <ana@s.example>"],
    ["in quotation marks", '"Smith, John" <john@s.example>, "Duarte, Ana" <ana@s.example>'],
    ["separated by commas all the same", "Smith, John <john@s.example>, Duarte, Ana <ana@s.example>"],
    ["one per line", "Smith, John <john@s.example>\r\nDuarte, Ana <ana@s.example>\r\n"],
    ["the other way round", "'John Smith' <john@s.example>; Ana Duarte <ana@s.example>;"],
  ])("with family names first are as many people, by the name that is spoken: %s", (_, text) => {
    expect(toRecipients(text)).toEqual([
      { email: "john@s.example", name: "John Smith" },
      { email: "ana@s.example", name: "Ana Duarte" },
    ]);
  });

  test.each([
    ["a company", "Okafor & Lind, Accountants <a@s.example>", "Okafor & Lind, Accountants"],
    ["a title", "John Smith, Jr. <a@s.example>", "John Smith, Jr."],
    ["a firm", "Tamm, Ltd <a@s.example>", "Tamm, Ltd"],
    ["an apostrophe in it", "O'Brien, Siân <a@s.example>", "Siân O'Brien"],
    ["a department", "Smith, John (Tax) <a@s.example>", "Smith, John (Tax)"],
    ["several commas", "Smith, John, Tax <a@s.example>", "Smith, John, Tax"],
  ])("keep what is no given name where it stands: %s", (_, text, name) => {
    expect(toRecipients(text)).toEqual([{ email: "a@s.example", name }]);
  });

  test("before a name with a comma stay addresses", () => {
    expect(toRecipients("anna@lind.example, mats@lind.example, Smith, John <john@s.example>")).toEqual([
      { email: "anna@lind.example", name: "" },
      { email: "mats@lind.example", name: "" },
      { email: "john@s.example", name: "John Smith" },
    ]);
  });

  test("are read in no time, however long a run of marks is", () => {
    expect(emails(`a@b${".".repeat(200_000)}x`)).toHaveLength(1);
  }, 2000);

  test("include invalid ones so that they can be corrected", () => {
    expect(emails("anna@lind.example, mats(at)lind")).toEqual(["anna@lind.example", "mats(at)lind"]);
    expect(emails("Mia Ruiz, anna@lind.example mats@")).toEqual(["Mia Ruiz", "anna@lind.example", "mats@"]);
  });
});

test("an address that is added again keeps its name", () => {
  const known = [{ email: "anna@lind.example", name: "Anna Lind" }];
  expect(mergeRecipients(known, toRecipients("anna@lind.example mats@lind.example"))).toEqual([
    ...known,
    { email: "mats@lind.example", name: "" },
  ]);
});
