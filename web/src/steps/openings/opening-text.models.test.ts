import { expect, test } from "vitest";
import type { FileOpening } from "../../data/files/file-openings.query.ts";
import { openingTexts } from "./opening-text.models.ts";

const now = new Date("2026-11-26T12:00:00Z");
const opening = (over: Partial<FileOpening> = {}): FileOpening => ({
  name: "Nora Okafor",
  isMe: false,
  times: 1,
  lastAt: "2026-11-26T11:56:00Z",
  isLoadedOnly: false,
  ...over,
});
const texts = (...openings: FileOpening[]) => openingTexts(openings, { now, locale: "en-GB" });

test.each([
  [opening(), "Nora Okafor, 4 min ago"],
  [opening({ times: 3, lastAt: "2026-11-17T11:00:00Z" }), "Nora Okafor, 3 times, most recently 17 Nov"],
  [opening({ isMe: true, times: 2, lastAt: now.toISOString() }), "you, 2 times, most recently just now"],
  [opening({ name: "" }), "a member, 4 min ago"],
  [opening({ isLoadedOnly: true }), "Nora Okafor (only a preview), 4 min ago"],
  [
    opening({ isMe: true, times: 2, isLoadedOnly: true }),
    "you (only a preview), 2 times, most recently 4 min ago",
  ],
])("%o", (one, text) => {
  expect(texts(one)).toEqual([text]);
});

test("the first three people are named", () => {
  expect(texts()).toEqual([]);
  const people = ["A", "B", "C", "D", "E"].map((name) => opening({ name }));
  expect(texts(...people.slice(0, 4)).slice(2)).toEqual(["C, 4 min ago", "1 other person"]);
  expect(texts(...people)[3]).toBe("2 other people");
});
