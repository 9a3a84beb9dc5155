import { expect, test } from "vitest";
import type { Take, Tape } from "../tape/tape.ts";
import { compareTapes } from "./compare-tapes.ts";

const one = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";

function tapeOf(...takes: Take[]): Tape {
  return { name: "a-tape", says: "Something.", at: "2026-11-21T12:00:00.000Z", opens: "/", takes };
}

function take({
  id = one,
  method = "GET",
  status = 200,
  json = [{ title: "Tax return", due_on: "2026-11-27" }],
}: {
  id?: string;
  method?: string;
  status?: number;
  json?: unknown;
} = {}): Take {
  const path = "/rest/v1/requests";
  return {
    request: { from: "page", method, origin: "platform", path, query: [["id", `eq.${id}`]] },
    answer: { status, headers: {}, body: { json } },
  };
}

const key = "page GET platform /rest/v1/requests?id=eq.<id>";

test("another row, another order and one reading more are no difference", () => {
  const posted = take({ method: "POST" });
  expect(compareTapes(tapeOf(take(), posted), tapeOf(posted, take({ id: other }), take()))).toEqual([]);
});

test("a request that is gone and one that is new are named", () => {
  const differences = compareTapes(tapeOf(take()), tapeOf(take({ method: "HEAD" })));
  expect(differences).toEqual([
    `${key}: is on the tape, and is not asked any more`,
    "page HEAD platform /rest/v1/requests?id=eq.<id>: is asked now, and is not on the tape",
  ]);
});

test("an offer of passkeys that did not come in time is no difference", () => {
  const offer = take({ method: "POST" });
  offer.request.path = "/auth/v1/passkeys/authentication/options";
  expect(compareTapes(tapeOf(take(), offer), tapeOf(take()))).toEqual([]);
});

test("a writing that is made once more is a difference", () => {
  const posted = take({ method: "POST" });
  expect(compareTapes(tapeOf(posted), tapeOf(posted, posted))).toEqual([
    "page POST platform /rest/v1/requests?id=eq.<id>: made 2 times, not 1",
  ]);
});

test.each([
  ["another status", take({ status: 206 }), `${key}: answered with 206 instead of 200`],
  [
    "a body of another kind",
    { ...take(), answer: { status: 200, headers: {} } },
    `${key}: answered with nothing instead of json`,
  ],
  [
    "a field of another kind",
    take({ json: [{ title: 4, due_on: null }] }),
    `${key}: [].title: number instead of string`,
  ],
  ["a field that is gone", take({ json: [{ title: "A" }] }), `${key}: [].due_on: is on the tape alone`],
  [
    "a field that is new",
    take({ json: [{ title: "A", due_on: null, notes: [] }] }),
    `${key}: [].notes: is new`,
  ],
  ["an object in place of a list", take({ json: {} }), `${key}: the whole: object instead of list`],
])("%s is a difference", (_what, now, line) => {
  expect(compareTapes(tapeOf(take()), tapeOf(now))).toEqual([line]);
});

test.each([
  ["null in place of a value", [{ title: "Tax return", due_on: null }]],
  ["an empty list", []],
  [
    "rows that have the fields together",
    [
      { title: "A", due_on: "2031-01-01" },
      { title: "B", due_on: null },
    ],
  ],
])("%s is none", (_what, json) => {
  expect(compareTapes(tapeOf(take()), tapeOf(take({ json })))).toEqual([]);
});
