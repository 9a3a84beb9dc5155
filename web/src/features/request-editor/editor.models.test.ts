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

describe("writing a request", () => {
  test("five pasted lines become five required files", () => {
    const state = after({ type: "lines-added", text: "a\nb\nc\nd\ne" });
    expect(state.items).toHaveLength(5);
    expect(state.items[0]).toMatchObject({ title: "a", kind: "file", required: true, accepts: [] });
  });

  test("lines added later follow those already there, each with an identity of its own", () => {
    const state = after(threeLines, { type: "lines-added", text: "Contract" });
    expect(titles(state)).toEqual(["Payslips", "Bank statement", "Letter", "Contract"]);
    expect(new Set(state.items.map((item) => item.key)).size).toBe(4);
  });

  test("title, message and day are kept as written", () => {
    const state = after(
      { type: "title-written", title: " Tax return " },
      { type: "message-written", message: "Hi" },
      { type: "day-chosen", dueOn: "2026-11-27" },
    );
    expect(toDraft(state)).toMatchObject({ title: " Tax return ", message: "Hi", due_on: "2026-11-27" });
  });

  test("a day can be taken back", () => {
    expect(
      after({ type: "day-chosen", dueOn: "2026-11-27" }, { type: "day-chosen", dueOn: null }).dueOn,
    ).toBeNull();
  });

  test("an address is added once and can be removed", () => {
    const state = after(
      { type: "recipients-added", text: "anna@lind.example mats@lind.example" },
      { type: "recipients-added", text: "ANNA@lind.example" },
      { type: "recipient-removed", email: "mats@lind.example" },
    );
    expect(toDraft(state).recipients).toEqual([{ email: "anna@lind.example", name: "" }]);
  });
});

describe("changing a line", () => {
  test("touches that line only", () => {
    const state = after(threeLines, { type: "item-changed", key: 1, change: { required: false } });
    expect(state.items.map((item) => item.required)).toEqual([true, false, true]);
  });

  test("to a written answer forgets which files were asked for", () => {
    const state = after(
      threeLines,
      { type: "item-changed", key: 0, change: { accepts: ["pdf"] } },
      { type: "item-changed", key: 0, change: { kind: "text" } },
    );
    expect(state.items[0]).toMatchObject({ kind: "text", accepts: [] });
  });

  test("a removed line comes back where it was", () => {
    const before = after(threeLines);
    const [, second] = before.items;
    if (!second) throw new Error("three lines were added");
    const removed = editorReducer(before, { type: "item-removed", key: second.key });
    expect(titles(removed)).toEqual(["Payslips", "Letter"]);
    expect(titles(editorReducer(removed, { type: "item-restored", item: second, index: 1 }))).toEqual(
      titles(before),
    );
  });

  test("a moved line takes the others' places with it", () => {
    expect(titles(after(threeLines, { type: "item-moved", from: 2, to: 0 }))).toEqual([
      "Letter",
      "Payslips",
      "Bank statement",
    ]);
  });
});

describe("whether leaving would lose something", () => {
  test("an untouched page loses nothing", () => {
    expect(isChanged(toEditorState())).toBe(false);
  });

  test("a single line is something", () => {
    expect(isChanged(after({ type: "lines-added", text: "Payslips" }))).toBe(true);
  });

  test("a kept draft opened again has nothing to lose until it is changed", () => {
    const kept = toDraft(after(threeLines, { type: "title-written", title: "Tax return" }));
    const opened = toEditorState(kept);
    expect(isChanged(opened, kept)).toBe(false);
    expect(isChanged(editorReducer(opened, { type: "item-moved", from: 0, to: 1 }), kept)).toBe(true);
  });

  test("a line removed and brought back is no change", () => {
    const kept = toDraft(after(threeLines));
    const opened = toEditorState(kept);
    const [first] = opened.items;
    if (!first) throw new Error("three lines were kept");
    const back = [
      { type: "item-removed", key: first.key } as const,
      { type: "item-restored", item: first, index: 0 } as const,
    ].reduce(editorReducer, opened);
    expect(isChanged(back, kept)).toBe(false);
  });
});
