import { expect, test } from "vitest";
import type { SuggestedPeople } from "../../../data/people/suggested-people.query.ts";
import { toSuggestions } from "./suggestions.models.ts";

const anna = { name: "Anna Berg", email: "anna@berg.example" };
const mats = { name: "Mats Berg", email: "mats@berg.example" };
const unnamed = { name: "", email: "desk@xn--bcher-kva.example" };

const one = (person: typeof anna, over: Partial<SuggestedPeople> = {}): SuggestedPeople => ({
  people: [person],
  tags: [],
  openRequests: 0,
  timesTogether: null,
  ...over,
});

test("a group says how often it was asked together, a person their address and a tag or their open requests", () => {
  const found = [
    { people: [anna, mats], tags: [], openRequests: 0, timesTogether: 3 },
    one(anna, { tags: ["Private client", "VIP"], openRequests: 2 }),
    one(mats, { openRequests: 1 }),
    one(unnamed),
  ];
  expect(toSuggestions(found, []).map(({ label, detail, note }) => [label, detail, note])).toEqual([
    ["Anna Berg and Mats Berg", "Asked together 3 times", ""],
    ["Anna Berg", "anna@berg.example", "Private client"],
    ["Mats Berg", "mats@berg.example", "1 open request"],
    ["desk@b\u00fccher.example", "", ""],
  ]);
});

test("those who are recipients already aren't added again, and aren't suggested alone", () => {
  const found = [{ people: [anna, mats], tags: [], openRequests: 0, timesTogether: 1 }, one(anna), one(mats)];
  expect(toSuggestions(found, [anna]).map(({ adds }) => adds)).toEqual([[mats]]);
  expect(toSuggestions(found, [anna, mats])).toEqual([]);
});
