import { describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { type Item, itemsOf, sendRequest, statusOf, upload } from "./testing/requests.ts";

const decide = (person: Person, item: Item, revision: number, decision: string, reason?: string) =>
  person.rpc("decide_item", {
    item: item.id,
    revision,
    decision,
    ...(reason === undefined ? {} : { reason }),
  });
const undo = (person: Person, item: Item, revision: number) =>
  person.rpc("undo_decision", { item: item.id, revision });
const answer = (person: Person, item: Item | undefined, revision: number, kind: string, text = "") =>
  person.rpc("answer_item", { item: item?.id, revision, kind, answer: text });

const historyOf = async (person: Person, request: string) =>
  (
    granted(await person.knock(`/rest/v1/events?select=kind&order=seq&request_id=eq.${request}`)) as {
      kind: string;
    }[]
  ).map(({ kind }) => kind);

describe("a member's decision", () => {
  test("completes the request once everything required is accepted, and reopens it when undone", async () => {
    const { id, requester, recipient, items, item } = await sendRequest({
      items: [{ title: "Passport" }, { title: "Note", required: false }],
    });
    await upload(recipient, item.id);
    expect(granted(await decide(requester, item, 1, "accept"))).toBe(2);
    expect(await statusOf(recipient, id)).toBe("done");
    expect(granted(await undo(requester, item, 2))).toBe(3);
    expect(await statusOf(recipient, id)).toBe("open");
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "submitted" }, { status: "missing" }]);
    expect(items).toHaveLength(2);
    expect(await historyOf(recipient, id)).toEqual([
      "created",
      "sent",
      "opened",
      "file_added",
      "accepted",
      "done",
      "decision_undone",
      "reopened",
    ]);
  });

  test("has to cover every item if none is required", async () => {
    const { id, requester, recipient, items } = await sendRequest({
      items: [
        { title: "A", required: false },
        { title: "B", required: false },
      ],
    });
    for (const item of items) {
      expect(await statusOf(requester, id)).toBe("open");
      granted(await answer(recipient, item, 0, "cannot_provide", "It burnt."));
      granted(await decide(requester, item, 1, "accept"));
    }
    expect(await statusOf(requester, id)).toBe("done");
  });

  test("can mark an item as not needed, which locks it", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    granted(await answer(recipient, item, 0, "not_applicable", "I have none."));
    granted(await decide(requester, item, 1, "accept"));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "waived", answer: "I have none." }]);
    expectRefusal(await answer(recipient, item, 2, "none"), 409, "item.locked");
  });

  test("stores the reason of a return until the item is accepted", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    granted(await decide(requester, item, 1, "return", "  Too dark.  "));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "returned", reason: "Too dark." }]);
    await upload(recipient, item.id);
    expect(await itemsOf(recipient, id)).toMatchObject([
      { status: "submitted", reason: "Too dark.", revision: 3 },
    ]);
    granted(await decide(requester, item, 3, "accept"));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "accepted", reason: null }]);
    granted(await undo(requester, item, 4));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "submitted", reason: "Too dark." }]);
  });

  test("is stale if a file has arrived in the meantime", async () => {
    const { requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    await upload(recipient, item.id);
    expectRefusal(await decide(requester, item, 1, "accept"), 409, "item.stale");
    granted(await decide(requester, item, 2, "accept"));
  });

  test("needs something to decide on", async () => {
    const { requester, recipient, item } = await sendRequest({});
    expectRefusal(await decide(requester, item, 0, "accept"), 409, "item.stale");
    await upload(recipient, item.id);
    granted(await decide(requester, item, 1, "accept"));
    expectRefusal(await decide(requester, item, 2, "accept"), 409, "item.stale");
    granted(await decide(requester, item, 2, "return", "On second thought."));
  });

  test.each([
    ["no reason", undefined, "reason.required"],
    ["a reason of spaces", "  \u00a0 ", "reason.required"],
    ["a reason that is too long", "a".repeat(limits.reasonLength + 1), "reason.too_long"],
  ])("can't be a return with %s", async (_, reason, code) => {
    const { requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    expectRefusal(await decide(requester, item, 1, "return", reason), 422, code);
  });

  test("can be undone until the item changes", async () => {
    const { requester, recipient, item } = await sendRequest({});
    expectRefusal(await undo(requester, item, 0), 409, "item.undecided");
    await upload(recipient, item.id);
    granted(await decide(requester, item, 1, "return", "Too dark."));
    expectRefusal(await undo(requester, item, 1), 409, "item.stale");
    await upload(recipient, item.id);
    expectRefusal(await undo(requester, item, 3), 409, "item.undecided");
  });

  test("is refused after the request was canceled", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    granted(await requester.rpc("cancel_request", { request: id }));
    expectRefusal(await decide(requester, item, 1, "accept"), 409, "request.closed");
    expect(await statusOf(recipient, id)).toBe("cancelled");
  });
});

describe("a recipient's answer", () => {
  const textItem = { items: [{ title: "Address", kind: "text" as const }] };

  test("can be text, corrected and removed", async () => {
    const { id, recipient, item } = await sendRequest(textItem);
    expect(granted(await answer(recipient, item, 0, "text", " Main Street 1 "))).toBe(1);
    granted(await answer(recipient, item, 1, "text", "Main Street 2"));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "submitted", answer: "Main Street 2" }]);
    granted(await answer(recipient, item, 2, "none"));
    expect(await itemsOf(recipient, id)).toMatchObject([
      { status: "missing", answer: null, answer_kind: null },
    ]);
  });

  test("is stale if another recipient has answered in the meantime", async () => {
    const { recipients, item } = await sendRequest({ ...textItem, recipients: 2 });
    const [anna, ben] = recipients;
    granted(await answer(anna as Person, item, 0, "text", "Main Street 1"));
    expectRefusal(await answer(ben as Person, item, 0, "text", "Side Street"), 409, "item.stale");
  });

  test.each([
    ["empty", "text", "   ", "answer.empty"],
    ["too long", "text", "a".repeat(limits.answerLength + 1), "answer.too_long"],
    ["a note that is too long", "cannot_provide", "a".repeat(limits.reasonLength + 1), "answer.too_long"],
    ["of an unknown kind", "accepted", "x", "item.kind"],
  ])("can't be %s", async (_, kind, text, code) => {
    const { recipient, item } = await sendRequest(textItem);
    expectRefusal(await answer(recipient, item, 0, kind, text), 422, code);
  });

  test("can't be text for a file item; a file replaces a note that it isn't available", async () => {
    const { id, recipient, item } = await sendRequest({});
    expectRefusal(await answer(recipient, item, 0, "text", "Later"), 422, "item.kind");
    granted(await answer(recipient, item, 0, "cannot_provide", "It burnt."));
    await upload(recipient, item.id);
    expect(await itemsOf(recipient, id)).toMatchObject([
      { status: "submitted", answer: null, answer_kind: null },
    ]);
  });
});
