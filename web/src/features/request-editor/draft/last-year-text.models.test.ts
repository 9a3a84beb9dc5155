import { expect, test } from "vitest";
import { lastYearText } from "./last-year-text.models.ts";

const options = { now: new Date("2026-11-30T12:00:00Z"), locale: "en-GB" };
const nothing = { years: [], dueOn: null, messageYears: [] };
const pair = (from: number): [number, number] => [from, from + 1];

test.each([
  [nothing, "No years were found in the titles or instructions."],
  [
    { ...nothing, years: [pair(2025)] },
    "Years in titles and instructions moved from 2025 to 2026. Check them.",
  ],
  [
    { years: [pair(2024), pair(2025)], dueOn: "2027-04-30", messageYears: [2025] },
    "Years in titles and instructions moved from 2024 to 2025 and from 2025 to 2026. The due date is a year later, Fri 30 Apr 2027. Check them. The message still says 2025.",
  ],
  [
    { ...nothing, years: [2022, 2023, 2024, 2025].map(pair) },
    "Years in titles and instructions are now one year later. Check them.",
  ],
  [
    { ...nothing, dueOn: "2027-04-30", messageYears: [2024, 2025] },
    "No years were found in the titles or instructions. The due date is a year later, Fri 30 Apr 2027. Check it. The message still says 2024 and 2025.",
  ],
])("of %j says what to check", (moves, text) => {
  expect(lastYearText(moves, options)).toBe(text);
});
