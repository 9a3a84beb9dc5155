import { describe, expect, test } from "vitest";
import { isWaiting, toInbox, type InboxRow } from "./inbox.models.ts";

const row = (id: string, over: Partial<NonNullable<InboxRow["requests"]>> = {}): InboxRow => ({
  requests: {
    id,
    title: `Request ${id}`,
    due_on: null,
    status: "open",
    last_activity_at: "2026-11-20T10:00:00Z",
    items_missing: 1,
    items_submitted: 0,
    items_returned: 0,
    items_accepted: 0,
    items_waived: 0,
    workspaces: { name: "Okafor & Lind" },
    ...over,
  },
});
const ids = (rows: InboxRow[]) => toInbox(rows).map(({ id }) => id);

describe("what a person is asked for", () => {
  test("stands in the order in which it should be answered", () => {
    expect(
      ids([
        row("done", { status: "done", items_missing: 0, items_accepted: 1 }),
        row("undated"),
        row("later", { due_on: "2026-12-24" }),
        row("sent", { items_missing: 0, items_submitted: 1 }),
        row("withdrawn", { status: "cancelled" }),
        row("sooner", { due_on: "2026-11-27" }),
      ]),
    ).toEqual(["sooner", "later", "undated", "sent", "done", "withdrawn"]);
  });

  test("shows the newest first among equals", () => {
    const older = row("older", { due_on: "2026-11-27" });
    const newer = row("newer", { due_on: "2026-11-27", last_activity_at: "2026-11-21T10:00:00Z" });
    expect(ids([older, newer])).toEqual(["newer", "older"]);
  });

  test("leaves out what the person may no longer see", () => {
    expect(toInbox([{ requests: null }])).toEqual([]);
  });

  test("still waits for the person while something is returned", () => {
    const [entry] = toInbox([row("a", { items_missing: 0, items_returned: 1 })]);
    expect(entry && isWaiting(entry)).toBe(true);
  });
});
