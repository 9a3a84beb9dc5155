import { eventKinds } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import type { RequestEvent } from "../../data/events/event.models.ts";
import { toActivityLine } from "./activity.models.ts";

const event = (over: Partial<RequestEvent> = {}): RequestEvent => ({
  seq: 1,
  kind: "file_added",
  actorId: "anna",
  actorName: "Anna Lind",
  actorEmail: "",
  itemTitle: "Payslips",
  name: "payslip.pdf",
  files: 0,
  answerKind: null,
  itemId: null,
  fileId: null,
  on: null,
  at: "2026-11-20T10:00:00Z",
  ...over,
});
const sentenceOf = (shown: RequestEvent) => {
  const { who, address, did, what } = toActivityLine(shown, "me");
  return [who, address, did, what].filter((part) => part !== "").join(" ");
};

describe("a line of the history", () => {
  test.each([
    [event(), "Anna Lind added payslip.pdf"],
    [event({ kind: "returned", actorId: "me" }), "You returned Payslips"],
    [event({ kind: "exported", itemTitle: "", name: "", files: 12 }), "Anna Lind downloaded 12 files"],
    [event({ kind: "exported", itemTitle: "", name: "", files: 1 }), "Anna Lind downloaded 1 file"],
    [event({ kind: "answered" }), "Anna Lind answered Payslips"],
    [event({ kind: "answered", answerKind: "cannot_provide" }), "Anna Lind can’t provide Payslips"],
    [
      event({ kind: "answered", answerKind: "not_applicable" }),
      "Anna Lind answered “Doesn’t apply” for Payslips",
    ],
    [event({ kind: "opened", actorName: "mats@lind.example" }), "mats@lind.example opened the link"],
    [event({ kind: "sent", actorId: "me" }), "You sent the request"],
    [event({ kind: "decision_undone", actorId: "me" }), "You undid the decision on Payslips"],
    [event({ kind: "file_set_aside", actorId: "me" }), "You set aside payslip.pdf"],
    [event({ kind: "file_put_back", actorName: "Nora Okafor" }), "Nora Okafor put back payslip.pdf"],
    [event({ actorName: "" }), "Someone added payslip.pdf"],
    [event({ actorEmail: "mats@lind.example" }), "Anna Lind mats@lind.example added payslip.pdf"],
    [
      event({ actorName: "mats@lind.example", actorEmail: "mats@lind.example" }),
      "mats@lind.example added payslip.pdf",
    ],
    [event({ actorId: "me", actorEmail: "mats@lind.example" }), "You added payslip.pdf"],
  ])("%#", (shown, sentence) => {
    expect(sentenceOf(shown)).toBe(sentence);
  });

  test.each(["Smith, John", "Dr. Ana Duarte", "The Okafor Family", "Nguyễn Văn An", "田中 太郎"])(
    "has the name as it is written: %s",
    (actorName) => expect(sentenceOf(event({ actorName }))).toBe(`${actorName} added payslip.pdf`),
  );

  test("has a verb for every kind of event", () => {
    for (const kind of eventKinds) expect(toActivityLine(event({ kind }), "me").did).not.toBe("");
  });
});
