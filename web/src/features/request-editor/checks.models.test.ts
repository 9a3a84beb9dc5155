import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { checkDraft, refusedField, type DraftErrors, type Purpose } from "./checks.models.ts";
import { editorReducer, toEditorState, type EditorAction } from "./editor.models.ts";

const titled: EditorAction = { type: "title-written", title: "Tax return" };
const listed: EditorAction = { type: "lines-added", text: "Payslips\nLetter" };
const addressed: EditorAction = { type: "recipients-added", text: "anna@lind.example" };
const written = (...actions: EditorAction[]) => actions.reduce(editorReducer, toEditorState());

function errorsOf(purpose: Purpose, ...actions: EditorAction[]): DraftErrors {
  const checked = checkDraft(written(...actions), purpose);
  if (checked.ok) throw new Error("nothing was wrong");
  return checked.errors;
}

describe("what can be sent or kept", () => {
  test("a title, one item and one address are enough to send", () => {
    expect(checkDraft(written(titled, listed, addressed), "send")).toMatchObject({
      ok: true,
      draft: { title: "Tax return", recipients: [{ email: "anna@lind.example" }] },
    });
  });

  test("without items the person is told to add one", () => {
    expect(errorsOf("send", titled, addressed).items).toBe("Add at least one item before you send.");
  });

  test("without an address the person is told to add one", () => {
    expect(errorsOf("send", titled, listed).recipients).toBe(
      "Add at least one email address before you send.",
    );
  });

  test("a title alone can be kept as a draft", () => {
    expect(checkDraft(written(titled), "keep").ok).toBe(true);
  });

  test("without a title nothing can be kept, and the title says so", () => {
    expect(errorsOf("keep", listed).title).toBe("Give the request a title.");
  });

  test("what is kept has been trimmed", () => {
    const checked = checkDraft(written({ type: "title-written", title: "  Tax return " }), "keep");
    expect(checked).toMatchObject({ ok: true, draft: { title: "Tax return" } });
  });
});

describe("what is wrong is said where it is wrong", () => {
  test("an address that cannot be right is named", () => {
    const errors = errorsOf("keep", titled, {
      type: "recipients-added",
      text: "anna@lind.example mats(at)lind",
    });
    expect(errors.recipients).toBe("“mats(at)lind” is not an email address. Change or remove it.");
  });

  test("several of them are all named", () => {
    expect(errorsOf("keep", titled, { type: "recipients-added", text: "anna mats" }).recipients).toBe(
      "“anna”, “mats” are not email addresses. Change or remove them.",
    );
  });

  test("a line that is too long says so at that line, and the others are fine", () => {
    const long = "a".repeat(limits.titleLength + 1);
    const errors = errorsOf("keep", titled, listed, { type: "lines-added", text: long });
    expect([...errors.byItem]).toEqual([[2, { title: "Keep it to 160 characters." }]]);
    expect(errors.items).toBeUndefined();
  });

  test("the line keeps its error when it is moved", () => {
    const long = { type: "lines-added", text: "a".repeat(limits.titleLength + 1) } as const;
    const errors = errorsOf("keep", titled, listed, long, { type: "item-moved", from: 2, to: 0 });
    expect([...errors.byItem.keys()]).toEqual([2]);
  });

  test("a line emptied by hand says what it needs", () => {
    const errors = errorsOf("keep", titled, listed, { type: "item-changed", key: 0, change: { title: " " } });
    expect(errors.byItem.get(0)).toEqual({ title: "Say what you need." });
  });

  test("instructions that are too long say so", () => {
    const instructions = "a".repeat(limits.reasonLength + 1);
    const errors = errorsOf("keep", titled, listed, {
      type: "item-changed",
      key: 1,
      change: { instructions },
    });
    expect(errors.byItem.get(1)?.instructions).toBe("Keep it to 1000 characters.");
  });

  test("101 items are too many for one request", () => {
    const text = Array.from({ length: limits.itemsPerRequest + 1 }, (_, index) => `Item ${index}`).join("\n");
    expect(errorsOf("keep", titled, { type: "lines-added", text }).items).toBe(
      "A request holds 100 items at most.",
    );
  });

  test("21 people are too many for one request", () => {
    const text = Array.from(
      { length: limits.recipientsPerRequest + 1 },
      (_, index) => `p${index}@lind.example`,
    );
    expect(errorsOf("keep", titled, { type: "recipients-added", text: text.join(" ") }).recipients).toBe(
      "A request goes to 20 people at most.",
    );
  });

  test("a message that is too long says so", () => {
    const message = "a".repeat(limits.messageLength + 1);
    expect(errorsOf("keep", titled, { type: "message-written", message }).message).toBe(
      "Keep the message to 4000 characters.",
    );
  });

  test("a day that is none says so", () => {
    expect(errorsOf("keep", titled, { type: "day-chosen", dueOn: "soon" }).dueOn).toBe("Choose a day.");
  });
});

test.each([
  ["draft.title", "title"],
  ["draft.message", "message"],
  ["draft.due_on", "dueOn"],
  ["draft.items", "items"],
  ["draft.item", "items"],
  ["draft.too_many_items", "items"],
  ["draft.recipients", "recipients"],
  ["draft.recipient", "recipients"],
  ["draft.duplicate_recipient", "recipients"],
  ["draft.too_many_recipients", "recipients"],
  ["network.unreachable", null],
])("the service's %s is shown at %s", (code, field) => {
  expect(refusedField(code)).toBe(field);
});
