import { expect, test } from "vitest";
import type { RequestEvent } from "../../../data/events/event.models.ts";
import { matching, verdictText } from "./history.models.ts";

const event = (seq: number, over: Partial<RequestEvent> = {}): RequestEvent => ({
  seq,
  kind: "file_added",
  actorId: "u1",
  actorName: "Anna Lind",
  actorEmail: "anna@lind.example",
  itemTitle: "Payslips",
  name: "march.pdf",
  on: null,
  answerKind: null,
  itemId: null,
  fileId: null,
  files: 0,
  at: "2026-11-20T10:00:00Z",
  ...over,
});
const now = new Date("2026-11-21T10:00:00Z");

test.each([
  ["", [3, 2, 1]],
  ["märch", [3]],
  ["lind payslips", [3, 2]],
  ["you sent", [1]],
  ["nothing", []],
])("a search for %j finds lines with every word, ignoring accents and case", (search, seqs) => {
  const events = [
    event(3, { name: "March.PDF" }),
    event(2, { name: "april.pdf" }),
    event(1, { kind: "sent", actorId: "me", actorName: "Nora Okafor", itemTitle: "", name: "" }),
  ];
  const found = matching(events, { search, myId: "me" });
  expect(found.map(({ seq }) => seq)).toEqual(seqs);
});

test.each([
  [{ verifiedAt: "2026-11-20T10:00:00Z", brokenSeq: null, head: "ab" }, /^History verified up to .+\.$/],
  [
    { verifiedAt: "2026-11-20T10:00:00Z", brokenSeq: 7, head: "ab" },
    /^Event 7 was changed or removed after it was written\. History verified up to .+\.$/,
  ],
  [{ verifiedAt: null, brokenSeq: 1, head: "" }, /^Event 1 was changed or removed after it was written\.$/],
])("a verdict says how far the history verifies", (verdict, text) => {
  expect(verdictText(verdict, now)).toMatch(text);
});
