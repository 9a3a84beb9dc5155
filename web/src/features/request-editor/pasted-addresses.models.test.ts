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
      { email: "mats@lind.example", name: "Lind, Mats" },
      { email: "joel@tamm.example", name: "" },
    ]);
  });

  test("include invalid ones so that they can be corrected", () => {
    expect(emails("anna@lind.example, mats(at)lind")).toEqual(["anna@lind.example", "mats(at)lind"]);
  });
});

test("an address that is added again keeps its name", () => {
  const known = [{ email: "anna@lind.example", name: "Anna Lind" }];
  expect(mergeRecipients(known, toRecipients("anna@lind.example mats@lind.example"))).toEqual([
    ...known,
    { email: "mats@lind.example", name: "" },
  ]);
});
