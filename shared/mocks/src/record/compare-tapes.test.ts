import { expect, test } from "vitest";
import type { Interaction, Tape } from "../tape/tape.ts";
import { compareTapes } from "./compare-tapes.ts";

const one = "00000000-0000-4000-8000-000000000001";
const other = "00000000-0000-4000-8000-000000000002";

function tapeOf(...interactions: Interaction[]): Tape {
  return {
    name: "a-tape",
    description: "Something.",
    recordedAt: "2026-11-21T12:00:00.000Z",
    startPath: "/",
    interactions,
  };
}

function interaction({
  id = one,
  method = "GET",
  status = 200,
  json = [{ title: "Tax return", due_on: "2026-11-27" }],
}: {
  id?: string;
  method?: string;
  status?: number;
  json?: unknown;
} = {}): Interaction {
  const path = "/rest/v1/requests";
  return {
    request: { from: "page", method, origin: "platform", path, query: [["id", `eq.${id}`]] },
    response: { status, headers: {}, body: { json } },
  };
}

const key = "page GET platform /rest/v1/requests?id=eq.<id>";

test("another row, another order and an additional read don't count as differences", () => {
  const posted = interaction({ method: "POST" });
  expect(
    compareTapes(tapeOf(interaction(), posted), tapeOf(posted, interaction({ id: other }), interaction())),
  ).toEqual([]);
});

test("a missing and a new request are reported", () => {
  const differences = compareTapes(tapeOf(interaction()), tapeOf(interaction({ method: "HEAD" })));
  expect(differences).toEqual([
    `${key}: only on the tape`,
    "page HEAD platform /rest/v1/requests?id=eq.<id>: not on the tape",
  ]);
});

test("a passkey challenge that was not requested in time doesn't count as a difference", () => {
  const offer = interaction({ method: "POST" });
  offer.request.path = "/auth/v1/passkeys/authentication/options";
  expect(compareTapes(tapeOf(interaction(), offer), tapeOf(interaction()))).toEqual([]);
});

test("an additional write counts as a difference", () => {
  const posted = interaction({ method: "POST" });
  expect(compareTapes(tapeOf(posted), tapeOf(posted, posted))).toEqual([
    "page POST platform /rest/v1/requests?id=eq.<id>: made 2 times, not 1",
  ]);
});

test.each([
  ["another status", interaction({ status: 206 }), `${key}: response is 206 instead of 200`],
  [
    "a body of another type",
    { ...interaction(), response: { status: 200, headers: {} } },
    `${key}: response is nothing instead of json`,
  ],
  [
    "a field of another type",
    interaction({ json: [{ title: 4, due_on: null }] }),
    `${key}: [].title: number instead of string`,
  ],
  ["a missing field", interaction({ json: [{ title: "A" }] }), `${key}: [].due_on: only on the tape`],
  [
    "a new field",
    interaction({ json: [{ title: "A", due_on: null, notes: [] }] }),
    `${key}: [].notes: is new`,
  ],
  ["an object in place of a list", interaction({ json: {} }), `${key}: the whole: object instead of list`],
])("%s counts as a difference", (_what, now, line) => {
  expect(compareTapes(tapeOf(interaction()), tapeOf(now))).toEqual([line]);
});

test.each([
  ["null in place of a value", [{ title: "Tax return", due_on: null }]],
  ["an empty list", []],
  [
    "rows that have the fields only in combination",
    [
      { title: "A", due_on: "2031-01-01" },
      { title: "B", due_on: null },
    ],
  ],
])("%s doesn't count as a difference", (_what, json) => {
  expect(compareTapes(tapeOf(interaction()), tapeOf(interaction({ json })))).toEqual([]);
});
