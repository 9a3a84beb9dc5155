import { expect, test } from "vitest";
import { toSections } from "./sections.models.ts";

const items = (text: string) =>
  text.split("").map((letter, id) => ({ id, section: letter === "-" ? "" : letter }));

test.each([
  ["", []],
  ["--", [["", "01"]]],
  [
    "aab",
    [
      ["a", "01"],
      ["b", "2"],
    ],
  ],
  [
    "ba-ab-",
    [
      ["", "25"],
      ["b", "04"],
      ["a", "13"],
    ],
  ],
])(
  "sections keep the order of their first items, after the items without a section: %j",
  (text, sections) => {
    expect(
      toSections(items(text)).map(({ name, items: listed }) => [name, listed.map(({ id }) => id).join("")]),
    ).toEqual(sections);
  },
);
