import { describe, expect, test } from "vitest";
import { accessText, stillNeeded, summaryText } from "./summary.models.ts";

describe("the summary of a request", () => {
  test.each([
    [4, 3, 2, "Fri 27 Nov", "4 items, 3 required, to 2 recipients, due Fri 27 Nov."],
    [4, 4, 1, null, "4 items, all required, to 1 recipient."],
    [1, 0, 1, null, "1 item, 0 required, to 1 recipient."],
  ])("%i items, %i required, %i people", (itemCount, requiredCount, peopleCount, due, text) => {
    expect(summaryText({ itemCount, requiredCount, peopleCount }, due)).toBe(text);
  });
});

test.each([
  [0, "You’ll get one permanent link to share."],
  [1, "You’ll get one permanent link to share. Only this address can open it."],
  [2, "You’ll get one permanent link to share. Only these two addresses can open it."],
  [12, "You’ll get one permanent link to share. Only these 12 addresses can open it."],
])("with %i addresses the card says who can open the link", (count, text) => {
  expect(accessText(count, false)).toBe(text);
});

test("the card says that the link is emailed", () => {
  expect(accessText(1, true)).toBe(
    "We’ll email a permanent link and remind people of what is missing. Only this address can open it.",
  );
});

test("missing parts are listed in the order of the page", () => {
  expect(stillNeeded({ title: " ", items: [], recipients: [] })).toEqual([
    "a title",
    "a recipient",
    "an item",
  ]);
  expect(stillNeeded({ title: "Tax", items: [], recipients: [{ email: "a@b.example", name: "" }] })).toEqual([
    "an item",
  ]);
});
