import { describe, expect, test } from "vitest";
import { item } from "../answer.fixtures.ts";
import { type ItemGroup, toDoneGroups, toGroups } from "./groups.models.ts";
import { placeItems } from "./order.models.ts";

const listed = (items: Parameters<typeof item>[0][], phase: "open" | "closed" = "open") => {
  const all = items.map((over) => item(over));
  return toGroups({ items: all, phase }, placeItems(new Map(), all)).map(inWords);
};
const inWords = ({ name, note, items }: ItemGroup) =>
  `${name} (${note}): ${items.map(({ id }) => id).join(" ")}`;

describe("a checklist without sections", () => {
  test("says what is left, and what was sent", () => {
    expect(
      listed([
        { id: "accepted", state: "accepted" },
        { id: "optional", isRequired: false },
        { id: "missing" },
        { id: "returned", state: "returned" },
        { id: "sent", state: "submitted" },
      ]),
    ).toEqual(["Left for you (2 and 1 optional): returned missing optional", "Sent (2): sent accepted"]);
  });

  test.each([
    [{}, "Left for you (1): i1"],
    [{ isRequired: false }, "Left for you (1 optional): i1"],
    [{ state: "submitted" }, "Sent (1): i1"],
  ] as const)("leaves an empty group out: %j", (over, text) => {
    expect(listed([over])).toEqual([text]);
  });

  test("counts an item that was just answered no longer, but leaves it in its place", () => {
    const places = placeItems(new Map(), [item()]);
    expect(toGroups({ items: [item({ state: "submitted" })], phase: "open" }, places).map(inWords)).toEqual([
      "Left for you (): i1",
    ]);
  });
});

test("sections stay, and say what is left in them", () => {
  expect(
    listed([
      { id: "a", section: "Income", state: "submitted" },
      { id: "b", section: "Income" },
      { id: "c", section: "Home", state: "submitted" },
      { id: "d", section: "Deductions", isRequired: false },
      { id: "e", section: "Health" },
      { id: "f", section: "Health", isRequired: false },
    ]),
  ).toEqual([
    "Income (1 left): b a",
    "Home (All sent): c",
    "Deductions (1 optional left): d",
    "Health (1 left, 1 optional): e f",
  ]);
});

test("a closed checklist leaves nothing to do", () => {
  expect(listed([{ id: "a" }, { id: "b", state: "submitted" }], "closed")).toEqual([" (): a b"]);
});

test("in the end, what was sent stands in the order of the checklist, before what can be added", () => {
  const items = [
    item({ id: "a", isRequired: false }),
    item({ id: "b", state: "accepted" }),
    item({ id: "c", state: "submitted" }),
  ];
  const { sent, optional } = toDoneGroups(items);
  expect([sent, optional].map((group) => group.map(({ id }) => id))).toEqual([["b", "c"], ["a"]]);
});
