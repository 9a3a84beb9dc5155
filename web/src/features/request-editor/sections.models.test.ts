import { expect, test } from "vitest";
import { headings, movedBetweenSections } from "./sections.models.ts";

/** "aab" lists the sections of three items; "-" is none. */
const items = (text: string) => text.split("").map((letter) => ({ section: letter === "-" ? "" : letter }));
const textOf = (list: readonly { section: string }[]) => list.map(({ section }) => section || "-").join("");

test.each([
  ["within its section", "aab", 0, 1, "aab"],
  ["to the end of its section’s neighbours", "abb", 2, 1, "abb"],
  ["into another section", "aabb", 0, 2, "abbb"],
  ["to the end of another section", "aab", 0, 2, "abb"],
  ["between two other sections", "abbcc", 0, 2, "bbbcc"],
  ["to the start of the next section, which it leaves", "aabb", 3, 2, "aabb"],
  ["to the top", "--ab", 3, 0, "---a"],
  ["in a list without sections", "---", 0, 2, "---"],
  ["nowhere, as the only item of its section", "abb", 0, 0, "abb"],
])("an item moved %s takes the section that it stands in: %s", (_, before, from, to, after) => {
  expect(textOf(movedBetweenSections(items(before), from, to))).toBe(after);
});

test("only the first item of a section has its heading", () => {
  expect(headings(items("--aab"))).toEqual(["", "", "a", "", "b"]);
});
