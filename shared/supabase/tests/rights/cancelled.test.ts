import { expect, test } from "vitest";
import { granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { begin, get, sendRequest, upload } from "./testing/requests.ts";

/** A request with a file of each of two recipients, and what a person reads of it. */
async function sharedRequest() {
  const { id, requester, recipients, item } = await sendRequest({ recipients: 2 });
  const [anna, ben] = recipients;
  if (!anna || !ben) throw new Error("The request must have two recipients");
  const annas = await upload(anna, item.id, "anna.pdf");
  const bens = await upload(ben, item.id, "ben.pdf");
  await begin(ben, item.id, "unfinished.pdf");
  const list = async (person: Person, path: string) =>
    granted(await person.knock(`/rest/v1/${path}`)) as Row[];
  return {
    requester,
    anna,
    ben,
    cancel: async () => granted(await requester.rpc("cancel_request", { request: id })),
    files: async (person: Person) =>
      (await list(person, `files?select=name&order=name&request_id=eq.${id}`)).map((row) => row["name"]),
    fileEvents: async (person: Person) =>
      (await list(person, `events?select=data->>name&order=seq&kind=eq.file_added&request_id=eq.${id}`)).map(
        (row) => row["name"],
      ),
    kinds: async (person: Person) =>
      (await list(person, `events?select=kind&order=seq&file_id=is.null&request_id=eq.${id}`)).map(
        (row) => row["kind"],
      ),
    request: async (person: Person) => list(person, `requests?select=status,items(title)&id=eq.${id}`),
    opens: async (person: Person) => ({
      annas: (await get(person, annas.object_key)).status,
      bens: (await get(person, bens.object_key)).status,
    }),
  };
}
type Row = Record<string, unknown>;

test("until a request is cancelled, its recipients read each other's files", async () => {
  const { anna, files, fileEvents, opens } = await sharedRequest();
  expect(await files(anna)).toEqual(["anna.pdf", "ben.pdf", "unfinished.pdf"]);
  expect(await fileEvents(anna)).toEqual(["anna.pdf", "ben.pdf"]);
  expect(await opens(anna)).toEqual({ annas: 200, bens: 200 });
});

test("once it is cancelled, they read their own files only, at once", async () => {
  const { anna, ben, cancel, files, fileEvents, opens } = await sharedRequest();
  await cancel();
  expect(await files(anna)).toEqual(["anna.pdf"]);
  expect(await fileEvents(anna)).toEqual(["anna.pdf"]);
  expect(await opens(anna)).toEqual({ annas: 200, bens: 400 });
  expect(await files(ben)).toEqual(["ben.pdf", "unfinished.pdf"]);
  expect(await opens(ben)).toEqual({ annas: 400, bens: 200 });
});

test("they still read the checklist and that it was cancelled; members read everything", async () => {
  const { anna, requester, cancel, request, kinds, files, opens } = await sharedRequest();
  await cancel();
  for (const person of [anna, requester]) {
    expect(await request(person)).toEqual([{ status: "cancelled", items: [{ title: "Passport" }] }]);
    expect(await kinds(person)).toEqual(["created", "sent", "opened", "opened", "cancelled"]);
  }
  expect(await files(requester)).toEqual(["anna.pdf", "ben.pdf", "unfinished.pdf"]);
  expect(await opens(requester)).toEqual({ annas: 200, bens: 200 });
});
