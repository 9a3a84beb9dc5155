import { expect, test } from "vitest";
import type { RecordedRequest, Tape } from "../tape/tape.ts";
import { pageRequestKey, requestsOnlyOn } from "./page-requests.ts";

const ana = "00000000-0000-4000-8000-000000000001";
const joel = "00000000-0000-4000-8000-000000000002";

const read = (path: string, query: [string, string][]): RecordedRequest => ({
  from: "page",
  method: "GET",
  origin: "platform",
  path,
  query,
});

function tapeWith(...requests: RecordedRequest[]): Tape {
  const interactions = requests.map((request) => ({ request, response: { status: 200, headers: {} } }));
  return {
    name: "tape",
    description: "A tape.",
    recordedAt: "2026-03-04T05:06:07.000Z",
    startPath: "/",
    interactions,
  };
}

test("requests that differ in an id count once, those that read other columns don't", () => {
  const person = (id: string, select: string) =>
    read("/rest/v1/people", [
      ["id", `eq.${id}`],
      ["select", select],
    ]);
  const recorded = tapeWith(person(ana, "name"), person(joel, "name"), person(ana, "name,email"));
  expect(requestsOnlyOn([recorded], []).map(pageRequestKey)).toEqual([
    "GET /rest/v1/people id=… select=name",
    "GET /rest/v1/people id=… select=name,email",
  ]);
  expect(requestsOnlyOn([recorded], [tapeWith(person(joel, "name"))]).map(pageRequestKey)).toEqual([
    "GET /rest/v1/people id=… select=name,email",
  ]);
});

test("requests to other services aren't listed", () => {
  expect(requestsOnlyOn([tapeWith(read("/auth/v1/user", []))], [])).toEqual([]);
});
