import type { EventKind } from "@sheaf/contract/states";
import { describe, expect, test } from "vitest";
import type { RequestEvent } from "../../../data/events/event.models.ts";
import {
  type ActivityGroup,
  countedActs,
  groupSentence,
  timesText,
  toDays,
} from "./activity-groups.models.ts";

let seq = 0;
const event = (kind: EventKind, over: Partial<RequestEvent> = {}): RequestEvent => ({
  seq: (seq += 1),
  kind,
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
  at: "2026-11-20T10:00:00",
  ...over,
});
const nora = { actorId: "nora", actorName: "Nora Okafor" };
const shapeOf = (events: RequestEvent[]) =>
  toDays(events).map(({ day, groups }) => `${day}: ${groups.map((group) => group.events.length).join(" ")}`);

describe("the history", () => {
  test("stands in days, newest first", () => {
    expect(
      shapeOf([
        event("file_added", { at: "2026-11-20T00:01:00" }),
        event("file_added", { at: "2026-11-19T23:59:00" }),
        event("file_added", { at: "2026-11-19T08:00:00" }),
      ]),
    ).toEqual(["2026-11-20: 1", "2026-11-19: 2"]);
    expect(shapeOf([])).toEqual([]);
  });

  test("has neighbouring acts of one person and kind in one line", () => {
    expect(
      shapeOf([
        event("file_added"),
        event("file_added", { itemTitle: "Lease" }),
        event("answered"),
        event("file_added"),
        event("file_added", nora),
        event("file_added", { actorName: "Anna Okafor" }),
      ]),
    ).toEqual(["2026-11-20: 2 1 1 1 1"]);
  });

  test("has decisions in one line with the files that they returned", () => {
    expect(
      shapeOf([
        event("done", nora),
        event("accepted", nora),
        event("returned", nora),
        event("file_returned", nora),
        event("waived", nora),
      ]),
    ).toEqual(["2026-11-20: 1 3 1"]);
  });
});

const lease = { itemTitle: "Lease" };

test.each<[string, [EventKind, Partial<RequestEvent>?][]]>([
  ["added 2 files to Payslips", [["file_added"], ["file_added", { name: "b.pdf" }]]],
  ["added 3 files to 2 items", [["file_added"], ["file_added"], ["file_added", lease]]],
  [
    "added 2 files",
    [
      ["file_added", { itemTitle: "" }],
      ["file_added", { itemTitle: "" }],
    ],
  ],
  ["removed 2 files from Payslips", [["file_removed"], ["file_removed"]]],
  ["accepted 2 items", [["accepted"], ["accepted", lease]]],
  ["accepted 2 items and returned 1", [["accepted"], ["file_returned"], ["returned"], ["accepted", lease]]],
  ["returned 2 items", [["returned"], ["returned", lease]]],
  ["returned 2 files of Payslips", [["returned"], ["file_returned"], ["file_returned"]]],
  ["returned Payslips", [["returned"], ["file_returned"]]],
  ["answered 2 items", [["answered"], ["answered", lease]]],
  ["answered Payslips 3 times", [["answered"], ["answered"], ["answered"]]],
  ["marked 2 items as not needed", [["waived"], ["waived", lease]]],
  ["undid 2 decisions", [["decision_undone"], ["decision_undone"]]],
  ["added 2 recipients", [["recipient_added"], ["recipient_added", { name: "mats@lind.example" }]]],
])("several acts are one sentence: %s", (sentence, acts) => {
  const [group] = toDays(acts.map(([kind, over]) => event(kind, over)))[0]?.groups ?? [];
  const { did, what, rest } = (group && groupSentence(group)) ?? expect.fail("no sentence");
  expect([did, what, rest].filter(Boolean).join(" ")).toBe(sentence);
});

test("acts that are only counted can be looked at", () => {
  const countOf = (events: RequestEvent[]) =>
    toDays(events).flatMap(({ groups }) => groups.map((group: ActivityGroup) => countedActs(group).length));
  expect(countOf([event("file_added"), event("file_added")])).toEqual([2]);
  expect(countOf([event("returned"), event("file_returned"), event("file_returned")])).toEqual([3]);
  expect(countOf([event("returned"), event("file_returned")])).toEqual([0]);
  expect(countOf([event("opened"), event("opened")])).toEqual([0]);
});

test("reasons for no answer don't share a line with answers", () => {
  const declined = { answerKind: "cannot_provide" } as const;
  const events = [
    event("answered"),
    event("answered", declined),
    event("answered", { ...declined, itemTitle: "Lease" }),
  ];
  const groups = toDays(events)[0]?.groups ?? expect.fail("no day");
  expect(groups.map(groupSentence)).toEqual([undefined, { did: "can’t provide", what: "2 items", rest: "" }]);
});

test("one act, and acts without an object, have no group sentence", () => {
  const [one, again] = [[event("accepted")], [event("opened"), event("opened")]].map(
    (events) => toDays(events)[0]?.groups[0] ?? expect.fail("no group"),
  );
  expect([one, again].map((group) => group && groupSentence(group))).toEqual([undefined, undefined]);
  expect([timesText(2), timesText(3)]).toEqual(["twice", "3 times"]);
});
