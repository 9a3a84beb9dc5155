import type { ItemKind } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import {
  editorReducer,
  isChanged,
  toDraft,
  toEditorState,
  type EditorAction,
  type EditorState,
} from "./editor.models.ts";

const after = (...actions: EditorAction[]): EditorState => actions.reduce(editorReducer, toEditorState());
const titles = (state: EditorState) => state.items.map((item) => item.title);
const threeLines = { type: "lines-added", text: "1. Payslips\n2. Bank statement\n\n3. Letter" } as const;

describe("editing a draft", () => {
  test("adds a required file item per pasted line", () => {
    const state = after({ type: "lines-added", text: "a\nb\nc\nd\ne" });
    expect(state.items).toHaveLength(5);
    expect(state.items[0]).toMatchObject({ title: "a", kind: "file", required: true, accepts: [] });
  });

  test("appends items with unique keys", () => {
    const state = after(threeLines, { type: "lines-added", text: "Contract" });
    expect(titles(state)).toEqual(["Payslips", "Bank statement", "Letter", "Contract"]);
    expect(new Set(state.items.map((item) => item.key)).size).toBe(4);
  });

  test("stores title, message and due date as entered", () => {
    const state = after(
      { type: "value-changed", change: { title: " Tax return " } },
      { type: "value-changed", change: { message: "Hi", due_on: "2026-11-27" } },
    );
    expect(toDraft(state)).toMatchObject({ title: " Tax return ", message: "Hi", due_on: "2026-11-27" });
  });

  test("can clear the due date", () => {
    expect(
      after(
        { type: "value-changed", change: { due_on: "2026-11-27" } },
        { type: "value-changed", change: { due_on: null } },
      ).due_on,
    ).toBeNull();
  });

  test("adds an address only once and can remove it", () => {
    const state = after(
      { type: "recipients-added", text: "anna@lind.example mats@lind.example" },
      { type: "recipients-added", text: "ANNA@lind.example" },
      { type: "recipient-removed", email: "mats@lind.example" },
    );
    expect(toDraft(state).recipients).toEqual([{ email: "anna@lind.example", name: "" }]);
  });
});

describe("changing an item", () => {
  test("affects only that item", () => {
    const state = after(threeLines, { type: "item-changed", key: 1, change: { required: false } });
    expect(state.items.map((item) => item.required)).toEqual([true, false, true]);
  });

  test("to another kind leaves out the options of the former one, and back again brings them back", () => {
    const options = { accepts: ["pdf"], choices: [" Salary ", "", "Rent"], multiple: true } as const;
    const state = after(threeLines, {
      type: "item-changed",
      key: 0,
      change: { ...options, accepts: ["pdf"], choices: [...options.choices] },
    });
    const as = (kind: ItemKind) =>
      toDraft(editorReducer(state, { type: "item-changed", key: 0, change: { kind } })).items[0];
    expect(as("file")).toMatchObject({ accepts: ["pdf"], choices: [], multiple: false });
    expect(as("choice")).toMatchObject({ accepts: [], choices: ["Salary", "Rent"], multiple: true });
    expect(as("date")).toMatchObject({ accepts: [], choices: [], multiple: false });
  });

  test("can restore a removed item at its position", () => {
    const before = after(threeLines);
    const [, second] = before.items;
    if (!second) throw new Error("three lines were added");
    const removed = editorReducer(before, { type: "item-removed", key: second.key });
    expect(titles(removed)).toEqual(["Payslips", "Letter"]);
    expect(titles(editorReducer(removed, { type: "item-restored", item: second, index: 1 }))).toEqual(
      titles(before),
    );
  });

  test("shifts the others when it is moved", () => {
    expect(titles(after(threeLines, { type: "item-moved", from: 2, to: 0 }))).toEqual([
      "Letter",
      "Payslips",
      "Bank statement",
    ]);
  });
});

describe("unsaved changes", () => {
  test("do not exist in a new editor", () => {
    expect(isChanged(toEditorState(), toEditorState())).toBe(false);
  });

  test("exist after adding an item", () => {
    expect(isChanged(after({ type: "lines-added", text: "Payslips" }), toEditorState())).toBe(true);
  });

  test("do not exist in a saved draft until it is edited", () => {
    const saved = toDraft(after(threeLines, { type: "value-changed", change: { title: "Tax return" } }));
    const opened = toEditorState(saved);
    expect(isChanged(opened, toEditorState(saved))).toBe(false);
    expect(isChanged(editorReducer(opened, { type: "item-moved", from: 0, to: 1 }), opened)).toBe(true);
  });

  test("do not exist after a removed item is restored", () => {
    const saved = toDraft(after(threeLines));
    const opened = toEditorState(saved);
    const [first] = opened.items;
    if (!first) throw new Error("the draft has no items");
    const back = [
      { type: "item-removed", key: first.key } as const,
      { type: "item-restored", item: first, index: 0 } as const,
    ].reduce(editorReducer, opened);
    expect(isChanged(back, opened)).toBe(false);
  });
});
