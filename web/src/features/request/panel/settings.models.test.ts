import { expect, test } from "vitest";
import { settingsText } from "./settings.models.ts";

const kept = { days: 90, erasedAt: null, deletedAt: null };

test.each([
  [
    "all values",
    { assignee: "Nora Okafor", retention: kept, repeat: null },
    "Nora Okafor · kept 90 days · doesn’t repeat",
  ],
  [
    "nobody, for good, every month",
    {
      assignee: null,
      retention: { ...kept, days: null },
      repeat: { every: "month" as const, followingId: null, problem: null },
    },
    "Nobody assigned · kept until deleted · every month",
  ],
  [
    "no colleagues, deleted files, a newer request",
    {
      assignee: undefined,
      retention: { ...kept, erasedAt: "2026-11-01T00:00:00Z" },
      repeat: { every: "year" as const, followingId: "r2", problem: null },
    },
    "Files deleted · sent again",
  ],
  [
    "a repeat that doesn’t go out",
    {
      assignee: undefined,
      retention: undefined,
      repeat: { every: "year" as const, followingId: null, problem: "repeat.sender" },
    },
    "Can’t repeat",
  ],
  ["nothing loaded", { assignee: undefined, retention: undefined, repeat: undefined }, ""],
])("the folded settings can be read: %s", (_, settings, text) => {
  expect(settingsText(settings)).toBe(text);
});
