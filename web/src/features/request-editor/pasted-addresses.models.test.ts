import { describe, expect, test } from "vitest";
import { isAddress, mergeRecipients, toRecipients } from "./pasted-addresses.models.ts";

const emails = (text: string) => toRecipients(text).map((recipient) => recipient.email);

describe("addresses as people paste them", () => {
  test.each([
    ["one", "anna@lind.example", ["anna@lind.example"]],
    ["parted by commas", "anna@lind.example,mats@lind.example", ["anna@lind.example", "mats@lind.example"]],
    [
      "parted by semicolons",
      "anna@lind.example; mats@lind.example",
      ["anna@lind.example", "mats@lind.example"],
    ],
    ["parted by spaces", "anna@lind.example mats@lind.example", ["anna@lind.example", "mats@lind.example"]],
    ["one a line", "anna@lind.example\r\nmats@lind.example\n", ["anna@lind.example", "mats@lind.example"]],
    ["in capitals", "Anna@Lind.Example", ["anna@lind.example"]],
    ["twice", "anna@lind.example, ANNA@lind.example", ["anna@lind.example"]],
    ["at the end of a sentence", "anna@lind.example.", ["anna@lind.example"]],
    ["in brackets", "(anna@lind.example)", ["anna@lind.example"]],
    ["copied from a page", "mailto:anna@lind.example", ["anna@lind.example"]],
    ["nothing", " ,; \n", []],
  ])("%s", (_, text, expected) => {
    expect(emails(text)).toEqual(expected);
  });

  test("names in front of addresses are kept", () => {
    expect(
      toRecipients('Anna Lind <anna@lind.example>, "Lind, Mats" <Mats@lind.example>, joel@tamm.example'),
    ).toEqual([
      { email: "anna@lind.example", name: "Anna Lind" },
      { email: "mats@lind.example", name: "Lind, Mats" },
      { email: "joel@tamm.example", name: "" },
    ]);
  });

  test("what is no address stays, so that it can be named", () => {
    expect(emails("anna@lind.example, mats(at)lind")).toEqual(["anna@lind.example", "mats(at)lind"]);
  });
});

test("an address added again keeps the name it has", () => {
  const known = [{ email: "anna@lind.example", name: "Anna Lind" }];
  expect(mergeRecipients(known, toRecipients("anna@lind.example mats@lind.example"))).toEqual([
    ...known,
    { email: "mats@lind.example", name: "" },
  ]);
});

test.each([
  ["anna@lind.example", true],
  ["anna", false],
  ["anna@", false],
  ["anna@lind", true],
])("%s can be an address: %s", (email, expected) => {
  expect(isAddress(email)).toBe(expected);
});
