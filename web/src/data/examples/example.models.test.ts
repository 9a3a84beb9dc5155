import { expect, test } from "vitest";
import { type ExampleRow, toExamples } from "./example.models.ts";

const row = (over: Partial<ExampleRow>): ExampleRow => ({
  id: "x1",
  name: "like-this.pdf",
  size: 3,
  object_key: "w/r/i/x1",
  status: "stored",
  stored_at: "2026-11-20T10:00:00+00:00",
  ...over,
});

test("examples are listed in the order in which they were added, once they have arrived", () => {
  const rows = [
    row({ id: "x3", stored_at: "2026-11-20T12:00:00+00:00" }),
    row({ id: "x4", status: "uploading", stored_at: null }),
    row({ id: "x2" }),
    row({ id: "x1" }),
  ];
  expect(toExamples(rows).map(({ id }) => id)).toEqual(["x1", "x2", "x3"]);
});
