import { describe, expect, test } from "vitest";
import { item } from "../answer.fixtures.ts";
import { isSent, orderItems, placeItems } from "./order.models.ts";

const none = new Map<string, number>();

describe("the order of the items", () => {
  const items = [
    item({ id: "accepted", state: "accepted" }),
    item({ id: "submitted", state: "submitted" }),
    item({ id: "optional", isRequired: false }),
    item({ id: "missing" }),
    item({ id: "waived", state: "waived" }),
    item({ id: "returned", state: "returned" }),
  ];
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

  test("starts with the items that wait for the recipient", () => {
    expect(ids(orderItems(items, placeItems(none, items)))).toEqual([
      "returned",
      "missing",
      "optional",
      "submitted",
      "accepted",
      "waived",
    ]);
  });

  test("leaves an item in place when it has just been answered", () => {
    const before = [item({ id: "a" }), item({ id: "b" })];
    const places = placeItems(none, before);
    const after = [item({ id: "a", state: "submitted" }), item({ id: "b" })];
    const next = placeItems(places, after);
    expect(ids(orderItems(after, next))).toEqual(["a", "b"]);
    expect(isSent(after[0] ?? expect.fail(), next)).toBe(false);
  });

  test("moves a returned item up", () => {
    const before = [item({ id: "a" }), item({ id: "b", state: "submitted" })];
    const after = [item({ id: "a" }), item({ id: "b", state: "returned" })];
    const places = placeItems(placeItems(none, before), after);
    expect(ids(orderItems(after, places))).toEqual(["b", "a"]);
    expect(isSent(after[1] ?? expect.fail(), places)).toBe(false);
  });

  test("counts an item as sent only from the next visit on", () => {
    const sent = item({ state: "submitted" });
    expect(isSent(sent, placeItems(none, [item()]))).toBe(false);
    expect(isSent(sent, placeItems(none, [sent]))).toBe(true);
  });
});
