import { expect, test } from "vitest";
import type { SuggestedPeople } from "../../../data/people/suggested-people.query.ts";
import { toSuggestions } from "./suggestions.models.ts";

const anna = { name: "Anna Berg", email: "anna@berg.example" };
const mats = { name: "Mats Berg", email: "mats@berg.example" };
const unnamed = { name: "", email: "desk@xn--bcher-kva.example" };

const one = (person: typeof anna, over: Partial<SuggestedPeople> = {}): SuggestedPeople => ({
  client: null,
  people: [person],
  tags: [],
  openRequests: 0,
  timesTogether: null,
  ...over,
});

test("a group says how often it was asked together, a person their address and a tag or their open requests", () => {
  const found = [
    { client: null, people: [anna, mats], tags: [], openRequests: 0, timesTogether: 3 },
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
  const together = { client: null, people: [anna, mats], tags: [], openRequests: 0, timesTogether: 1 };
  const found = [together, one(anna), one(mats)];
  expect(toSuggestions(found, [anna]).map(({ adds }) => adds)).toEqual([[mats]]);
  expect(toSuggestions(found, [anna, mats])).toEqual([]);
});

test("a client says how many of its people are added and who, and isn't also a group", () => {
  const joel = { name: "Joel Berg", email: "joel@berg.example" };
  const client = { client: "Berg family", tags: [], openRequests: 0, timesTogether: null };
  const asked = { client: null, tags: [], openRequests: 0, timesTogether: 2 };
  const found = [
    { ...client, people: [anna, joel, mats] },
    { ...asked, people: [mats, joel, anna] },
    { ...asked, people: [anna, mats] },
    one(anna),
  ];
  const texts = (recipients: (typeof anna)[]) =>
    toSuggestions(found, recipients).map(({ label, detail, adds }) => [label, detail, adds.length]);
  expect(texts([])).toEqual([
    ["Berg family · 3 people", "Anna Berg, Joel Berg and Mats Berg", 3],
    ["Anna Berg and Mats Berg", "Asked together 2 times", 2],
    ["Anna Berg", "anna@berg.example", 1],
  ]);
  expect(texts([anna])).toEqual([["Berg family · 2 people", "Joel Berg and Mats Berg", 2]]);
  expect(texts([anna, mats])).toEqual([]);
});
