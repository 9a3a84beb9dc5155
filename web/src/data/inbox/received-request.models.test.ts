import { defaultRows } from "@sheaf/contract/database.rows";
import { describe, expect, test } from "vitest";
import { toReceivedRequest, type ReceivedRequestRow } from "./received-request.models.ts";

type ItemRow = ReceivedRequestRow["items"][number];
type FileRow = ItemRow["files"][number];

const fileRow = (id: string, over: Partial<FileRow> = {}): FileRow => ({
  ...defaultRows.files,
  id,
  name: `${id}.pdf`,
  size: 1000,
  sha256: "ab",
  status: "stored",
  uploaded_by: "anna",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:01:00Z",
  ...over,
});
const itemRow = (id: string, position: number, over: Partial<ItemRow> = {}): ItemRow => ({
  ...defaultRows.items,
  id,
  position,
  title: id,
  accepts: ["pdf"],
  revision: 3,
  files: [],
  item_examples: [],
  questions: [],
  ...over,
});
const row = (over: Partial<ReceivedRequestRow> = {}): ReceivedRequestRow => ({
  ...defaultRows.requests,
  id: "r1",
  title: "Tax return",
  message: "Hi",
  due_on: "2026-11-27",
  status: "open",
  recipients: [],
  workspaces: { name: "Okafor & Lind" },
  items: [],
  events: [],
  ...over,
});

describe("a request as its recipient sees it", () => {
  test("names its sender and has the items in checklist order", () => {
    const received = toReceivedRequest(
      row({
        items: [itemRow("b", 2), itemRow("a", 1)],
        events: [{ kind: "sent", actor_name: "Nora Okafor", file_id: null }],
      }),
      "anna",
    );
    expect(received.senderName).toBe("Nora Okafor");
    expect(received.workspaceName).toBe("Okafor & Lind");
    expect(received.items.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("names each file's uploader and leaves out incomplete files", () => {
    const files = [
      fileRow("theirs", { uploaded_by: "mats", created_at: "2026-11-20T11:00:00Z" }),
      fileRow("mine"),
      fileRow("removed", { status: "removed" }),
    ];
    const received = toReceivedRequest(
      row({
        items: [itemRow("a", 1, { files })],
        events: [
          { kind: "file_added", actor_name: "Mats Lind", file_id: "theirs" },
          { kind: "file_added", actor_name: "Anna Lind", file_id: "mine" },
        ],
      }),
      "anna",
    );
    expect(received.items[0]?.files.map(({ id, isMine, addedBy }) => ({ id, isMine, addedBy }))).toEqual([
      { id: "mine", isMine: true, addedBy: "Anna Lind" },
      { id: "theirs", isMine: false, addedBy: "Mats Lind" },
    ]);
  });

  test("lists the recipient's own incomplete uploads, not those of others", () => {
    const files = [
      fileRow("mine", { status: "uploading", sha256: null, stored_at: null }),
      fileRow("theirs", { status: "uploading", uploaded_by: "mats" }),
    ];
    const received = toReceivedRequest(row({ items: [itemRow("a", 1, { files })] }), "anna");
    expect(received.items[0]?.unfinished.map(({ id }) => id)).toEqual(["mine"]);
    expect(received.items[0]?.files).toEqual([]);
  });

  const visit = (first_seen_at: string | null, visited_before_at: string | null = null) => ({
    first_seen_at,
    visited_before_at,
    promised_on: null,
    muted_at: null,
  });

  test("marks what changed since the visit before this one", () => {
    const changed = (changed_at: string | null) => ({ changed_at });
    const received = toReceivedRequest(
      row({
        changed_at: "2026-11-20T10:00:00Z",
        recipients: [visit("2026-11-18T10:00:00Z", "2026-11-19T10:00:00Z")],
        items: [
          itemRow("a", 1, changed("2026-11-19T10:00:01Z")),
          itemRow("b", 2, changed("2026-11-19T09:59:59Z")),
          itemRow("c", 3, changed(null)),
        ],
      }),
      "anna",
    );
    expect(received.isChanged).toBe(true);
    expect(received.items.map(({ isChanged }) => isChanged)).toEqual([true, false, false]);
  });

  test("marks changes since the first visit until there is a second one", () => {
    const since = (first_seen_at: string | null) =>
      toReceivedRequest(
        row({ changed_at: "2026-11-20T10:00:00Z", recipients: [visit(first_seen_at)] }),
        "anna",
      ).isChanged;
    expect([since("2026-11-19T10:00:00Z"), since("2026-11-21T10:00:00Z"), since(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("includes an answer without a note", () => {
    const received = toReceivedRequest(
      row({ items: [itemRow("a", 1, { answer_kind: "not_applicable", status: "submitted" })] }),
      "anna",
    );
    expect(received.items[0]?.answer).toEqual({ kind: "not_applicable", text: "" });
  });
});
