import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { checkDraft, refusedField, type DraftErrors, type Purpose } from "./checks.models.ts";
import { editorReducer, toEditorState, type EditorAction } from "./editor.models.ts";

const titled: EditorAction = { type: "value-changed", change: { title: "Tax return" } };
const listed: EditorAction = { type: "lines-added", text: "Payslips\nLetter" };
const addressed: EditorAction = { type: "recipients-added", text: "anna@lind.example" };
const written = (...actions: EditorAction[]) => actions.reduce(editorReducer, toEditorState());

function errorsOf(purpose: Purpose, ...actions: EditorAction[]): DraftErrors {
  const checked = checkDraft(written(...actions), purpose);
  if (checked.ok) throw new Error("nothing was wrong");
  return checked.errors;
}

describe("a draft's validation", () => {
  test("accepts a title, an item and a recipient for sending", () => {
    expect(checkDraft(written(titled, listed, addressed), "send")).toMatchObject({
      ok: true,
      draft: { title: "Tax return", recipients: [{ email: "anna@lind.example" }] },
    });
  });

  test("requires an item for sending", () => {
    expect(errorsOf("send", titled, addressed).items).toBe("Add at least one item before you send it.");
  });

  test("requires a recipient for sending", () => {
    expect(errorsOf("send", titled, listed).recipients).toBe(
      "Add at least one email address before you send it.",
    );
  });

  test("accepts a title alone for saving", () => {
    expect(checkDraft(written(titled), "save").ok).toBe(true);
  });

  test("requires a title for saving", () => {
    expect(errorsOf("save", listed).title).toBe("Enter a title.");
  });

  test("trims the texts", () => {
    const checked = checkDraft(
      written({ type: "value-changed", change: { title: "  Tax return " } }),
      "save",
    );
    expect(checked).toMatchObject({ ok: true, draft: { title: "Tax return" } });
  });
});

describe("an error is shown at its field", () => {
  test.each([
    ["none", [""], "Add at least two choices."],
    ["one", ["Salary", " "], "Add at least two choices."],
    ["21", Array.from({ length: 21 }, (_, n) => `Choice ${n}`), "An item can have up to 20 choices."],
    ["one twice", ["Salary", "Rent", " Salary"], "A choice is listed twice."],
    ["too long", ["Salary", "a".repeat(81)], "Use up to 80 characters for each choice."],
  ])("for choices: %s", (_, choices, text) => {
    const change = { kind: "choice" as const, choices };
    const { byItem } = errorsOf("save", titled, listed, { type: "item-changed", key: 1, change });
    expect([...byItem]).toEqual([[1, { choices: text }]]);
  });

  test("for an invalid address, with the address", () => {
    const errors = errorsOf("save", titled, {
      type: "recipients-added",
      text: "anna@lind.example mats(at)lind",
    });
    expect(errors.recipients).toBe(
      "Change or remove “mats(at)lind”. Check the address: it needs a name, an @ and a domain.",
    );
  });

  test("for several invalid addresses, with all of them", () => {
    expect(errorsOf("save", titled, { type: "recipients-added", text: "anna, mats" }).recipients).toBe(
      "“anna”, “mats” aren’t email addresses. Change or remove them.",
    );
  });

  test("for an item whose title is too long, and not at the other items", () => {
    const long = "a".repeat(limits.titleLength + 1);
    const errors = errorsOf("save", titled, listed, { type: "lines-added", text: long });
    expect([...errors.byItem]).toEqual([[2, { title: "Use up to 160 characters." }]]);
    expect(errors.items).toBeUndefined();
  });

  test("for an item that was moved", () => {
    const long = { type: "lines-added", text: "a".repeat(limits.titleLength + 1) } as const;
    const errors = errorsOf("save", titled, listed, long, { type: "item-moved", from: 2, to: 0 });
    expect([...errors.byItem.keys()]).toEqual([2]);
  });

  test("for an item without a title", () => {
    const errors = errorsOf("save", titled, listed, { type: "item-changed", key: 0, change: { title: " " } });
    expect(errors.byItem.get(0)).toEqual({ title: "Enter an item title." });
  });

  test("for instructions that are too long", () => {
    const instructions = "a".repeat(limits.reasonLength + 1);
    const errors = errorsOf("save", titled, listed, {
      type: "item-changed",
      key: 1,
      change: { instructions },
    });
    expect(errors.byItem.get(1)?.instructions).toBe("Use up to 1000 characters.");
  });

  test("for 101 items", () => {
    const text = Array.from({ length: limits.itemsPerRequest + 1 }, (_, index) => `Item ${index}`).join("\n");
    expect(errorsOf("save", titled, { type: "lines-added", text }).items).toBe(
      "A request can have up to 100 items.",
    );
  });

  test("for 21 recipients", () => {
    const text = Array.from(
      { length: limits.recipientsPerRequest + 1 },
      (_, index) => `p${index}@lind.example`,
    );
    expect(errorsOf("save", titled, { type: "recipients-added", text: text.join(" ") }).recipients).toBe(
      "A request can have up to 20 recipients.",
    );
  });

  test("for a message that is too long", () => {
    const message = "a".repeat(limits.messageLength + 1);
    expect(errorsOf("save", titled, { type: "value-changed", change: { message } }).message).toBe(
      "Use up to 4000 characters.",
    );
  });

  test("for an invalid due date", () => {
    expect(errorsOf("save", titled, { type: "value-changed", change: { due_on: "soon" } }).due_on).toBe(
      "Choose a date.",
    );
  });
});

test.each([
  ["draft.title", "title"],
  ["draft.message", "message"],
  ["draft.due_on", "due_on"],
  ["draft.items", "items"],
  ["draft.item", "items"],
  ["draft.too_many_items", "items"],
  ["draft.recipients", "recipients"],
  ["draft.recipient", "recipients"],
  ["draft.duplicate_recipient", "recipients"],
  ["draft.too_many_recipients", "recipients"],
  ["network.unreachable", undefined],
])("the service's error %s is shown at %s", (code, field) => {
  expect(refusedField(code)).toBe(field);
});
