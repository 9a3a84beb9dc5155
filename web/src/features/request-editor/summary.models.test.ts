import { describe, expect, test } from "vitest";
import { accessWords, stillNeeded, summaryWords } from "./summary.models.ts";

describe("what is about to be sent, in one line", () => {
  test.each([
    [4, 3, 2, "Fri 27 Nov", "4 items, 3 required, to 2 people, by Fri 27 Nov."],
    [4, 4, 1, null, "4 items, all required, to 1 person."],
    [1, 0, 1, null, "1 item, 0 required, to 1 person."],
  ])("%i items, %i required, %i people", (itemCount, requiredCount, peopleCount, due, words) => {
    expect(summaryWords({ itemCount, requiredCount, peopleCount }, due)).toBe(words);
  });
});

test.each([
  [0, "You get one lasting link to share as you like."],
  [1, "You get one lasting link to share as you like. Only this address can open it."],
  [2, "You get one lasting link to share as you like. Only these two addresses can open it."],
  [12, "You get one lasting link to share as you like. Only these 12 addresses can open it."],
])("with %i addresses it says who can open the link", (count, words) => {
  expect(accessWords(count)).toBe(words);
});

test("what is still needed is named in the order of the page", () => {
  expect(stillNeeded({ title: " ", items: [], recipients: [] })).toEqual([
    "a title",
    "an address",
    "an item",
  ]);
  expect(stillNeeded({ title: "Tax", items: [], recipients: [{ email: "a@b.example", name: "" }] })).toEqual([
    "an item",
  ]);
});
