import type { ItemState } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import { isWaiting, toInbox, type InboxRow } from "./inbox.models.ts";

const item = (status: ItemState, required = true) => ({ status, required, answer_kind: null });
const row = (id: string, over: Partial<NonNullable<InboxRow["requests"]>> = {}): InboxRow => ({
  scope: "all",
  requests: {
    id,
    title: `Request ${id}`,
    due_on: null,
    status: "open",
    paused_at: null,
    closed_by: null,
    last_activity_at: "2026-11-20T10:00:00Z",
    workspaces: { name: "Okafor & Lind" },
    items: [item("missing")],
    ...over,
  },
});
const ids = (rows: InboxRow[]) => toInbox(rows, []).map(({ id }) => id);

describe("the recipient's list", () => {
  test("starts with requests that wait for the recipient, by due date", () => {
    expect(
      ids([
        row("closed", { status: "done", closed_by: "nora" }),
        row("paused", { paused_at: "2026-11-20T10:00:00Z", due_on: "2026-11-25" }),
        row("undated"),
        row("later", { due_on: "2026-12-24" }),
        row("sent", { items: [item("submitted")] }),
        row("withdrawn", { status: "cancelled" }),
        row("sooner", { due_on: "2026-11-27" }),
      ]),
    ).toEqual(["sooner", "later", "undated", "paused", "sent", "closed", "withdrawn"]);
  });

  test("shows the newest first where due dates are equal", () => {
    const older = row("older", { due_on: "2026-11-27" });
    const newer = row("newer", { due_on: "2026-11-27", last_activity_at: "2026-11-21T10:00:00Z" });
    expect(ids([older, newer])).toEqual(["newer", "older"]);
  });

  test("leaves out requests that the recipient can no longer see", () => {
    expect(toInbox([{ scope: "all", requests: null }], [])).toEqual([]);
  });

  test("has requests of which only items were handed over, among the others", () => {
    const handed = {
      id: "handed",
      title: "Mortgage",
      workspace_name: "Bank of Lisbon",
      due_on: "2026-11-28",
      status: "open" as const,
      paused_at: null,
      is_closed: false,
      handed_at: "2026-11-20T10:00:00Z",
      items: [item("missing")],
    };
    const rows = [row("sooner", { due_on: "2026-11-27" }), row("later", { due_on: "2026-12-24" })];
    const inbox = toInbox([...rows, { scope: "items", requests: null }], [handed]);
    expect(inbox.map(({ id }) => id)).toEqual(["sooner", "handed", "later"]);
    expect(inbox[1]).toMatchObject({ workspaceName: "Bank of Lisbon", phase: "open" });
    expect(toInbox([], [{ ...handed, is_closed: true }])[0]?.phase).toBe("closed");
  });

  test.each([
    ["an item is returned", [item("returned")], true],
    ["only an optional item is missing", [item("submitted"), item("missing", false)], false],
    ["everything was sent", [item("submitted"), item("accepted")], false],
  ])("detects if a request waits for the recipient: %s", (_, items, waiting) => {
    const [entry] = toInbox([row("a", { items })], []);
    expect(entry && isWaiting(entry)).toBe(waiting);
  });
});
