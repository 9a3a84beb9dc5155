import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import { tapePlays } from "../scenarios/tape-plays.ts";
import { createDeck, type Progress } from "./deck.ts";
import type { Take } from "./tape.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const pdf = Uint8Array.from({ length: 4096 }, (_value, index) => index % 256);
const pdfHash = createHash("sha256").update(pdf).digest("hex");

/** A take of a reading of rows, unless told otherwise. */
function take({
  path = "/rest/v1/requests",
  method = "GET",
  query = [],
  sent,
  answers,
  ending,
}: {
  path?: string;
  method?: string;
  query?: [string, string][];
  sent?: unknown;
  answers: unknown;
  ending?: Take["ending"];
}): Take {
  const body = sent === undefined ? {} : { body: { json: sent } };
  return {
    request: { method, from: "page", origin: "platform", path, query, ...body },
    answer: { status: 200, headers: { "content-type": "application/json" }, body: { json: answers } },
    ...(ending && { ending }),
  };
}

function insert(takes: Take[], progress?: Progress) {
  const tape = { name: "a-tape", says: "Something.", at: "2026-11-21T12:00:00.000Z", opens: "/", takes };
  const deck = createDeck(tape, { progress });
  mocks.use(tapePlays(tape, { deck, readBlob: () => Promise.resolve(pdf) }));
  return deck;
}

const read = async (path: string, init?: RequestInit) => (await fetch(platformUrl + path, init)).json();
const post = (body: string): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json" },
});

test("a list that grows is read as it grew, and stays as it ended", async () => {
  insert([take({ answers: [] }), take({ answers: ["Passport"] })]);
  expect(await read("/rest/v1/requests")).toEqual([]);
  expect(await read("/rest/v1/requests")).toEqual(["Passport"]);
  expect(await read("/rest/v1/requests")).toEqual(["Passport"]);
});

test("takes go round where the tape says so, and end where it says that", async () => {
  insert([
    take({ answers: 1 }),
    take({ answers: 2, ending: "loop" }),
    take({ path: "/rest/v1/items", answers: 1, ending: "error" }),
  ]);
  for (const number of [1, 2, 1, 2]) expect(await read("/rest/v1/requests")).toBe(number);
  expect(await read("/rest/v1/items")).toBe(1);
  await expect(read("/rest/v1/items")).rejects.toThrow("fetch failed");
});

test("a writing is answered as often as it was made and no more", async () => {
  const path = "/rest/v1/rpc/create_request";
  const deck = insert([take({ method: "POST", path, sent: { title: "Tax" }, answers: "r1" })]);
  expect(await read(path, post('{"title":"Tax"}'))).toBe("r1");
  await expect(read(path, post('{"title":"Tax"}'))).rejects.toThrow("fetch failed");
  expect(deck.misses().map(({ why }) => why)).toEqual([
    "The tape answers this once, and was asked once more.",
  ]);
});

test("a page that is opened again is let into the request that its link leads to once more", async () => {
  const path = "/rest/v1/rpc/join_request";
  insert([take({ method: "POST", path, sent: { token: "t" }, answers: "r1" })]);
  for (let time = 0; time < 2; time += 1) expect(await read(path, post('{"token":"t"}'))).toBe("r1");
});

test("a sign-in page that offers passkeys is answered as often as it asks for a challenge", async () => {
  const path = "/auth/v1/passkeys/authentication/options";
  insert([take({ method: "POST", path, sent: {}, answers: "challenge" })]);
  for (let time = 0; time < 2; time += 1) expect(await read(path, post("{}"))).toBe("challenge");
});

test("two requests to one address are told apart by what they carry, in whatever order it stands", async () => {
  const path = "/rest/v1/rpc/search";
  insert([
    take({ method: "POST", path, sent: { a: 1, b: { c: 2, d: 3 } }, answers: "one" }),
    take({ method: "POST", path, sent: { a: 2 }, answers: "two" }),
  ]);
  expect(await read(path, post('{"a":2}'))).toBe("two");
  expect(await read(path, post('{"b":{"d":3,"c":2},"a":1}'))).toBe("one");
});

test("the order of a query counts for nothing, its values for everything", async () => {
  insert([
    take({
      query: [
        ["limit", "5"],
        ["select", "id"],
      ],
      answers: "five",
    }),
  ]);
  expect(await read("/rest/v1/requests?select=id&limit=5")).toBe("five");
  await expect(read("/rest/v1/requests?select=id&limit=6")).rejects.toThrow("fetch failed");
});

test("which day it is counts for nothing in a query, which moment it was does", async () => {
  insert([
    take({ query: [["due_on", "lt.taped"]], answers: "overdue" }),
    take({ query: [["seen_at", "lt.2026-11-21T09:30:00Z"]], answers: "earlier" }),
  ]);
  expect(await read("/rest/v1/requests?due_on=lt.2031-02-03")).toBe("overdue");
  expect(await read("/rest/v1/requests?seen_at=lt.2026-11-21T09:30:00Z")).toBe("earlier");
  await expect(read("/rest/v1/requests?seen_at=lt.2026-11-22T09:30:00Z")).rejects.toThrow("fetch failed");
});

test("the real client signs in with whatever code and address somebody types", async () => {
  const user = { id: "u1", email: "nora@okafor.example", aud: "authenticated" };
  const session = { access_token: "a.b.c", refresh_token: "r", expires_in: 3600, token_type: "bearer", user };
  insert([
    take({
      method: "POST",
      path: "/auth/v1/verify",
      sent: { email: "taped", gotrue_meta_security: {}, token: "taped", type: "email" },
      answers: session,
    }),
  ]);
  const { auth } = createClient(platformUrl, "public-key", {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await auth.verifyOtp({
    email: "anybody@people.example",
    token: "12345678",
    type: "email",
  });
  expect(data.user?.email).toBe("nora@okafor.example");
});

test("any file will do in the place of the one on the tape", async () => {
  const path = "/rest/v1/rpc/begin_upload";
  const sent = { item: "i1", mime: "application/pdf", name: "taped", size: "taped" };
  insert([take({ method: "POST", path, sent, answers: [{ file_id: "f1" }] })]);
  const other = { item: "i2", name: "scan.pdf", size: 1, mime: "application/pdf" };
  await expect(read(path, post(JSON.stringify(other)))).rejects.toThrow("fetch failed");
  expect(await read(path, post(JSON.stringify({ ...other, item: "i1" })))).toEqual([{ file_id: "f1" }]);
});

test("a refusal keeps the code that the client reads from it", async () => {
  const refused = take({
    method: "POST",
    path: "/auth/v1/otp",
    answers: { code: "over_email_send_rate_limit" },
  });
  const { answer } = refused;
  insert([
    {
      request: { ...refused.request, body: { json: { email: "taped" } } },
      answer: {
        ...answer,
        status: 429,
        headers: { ...answer.headers, "x-supabase-api-version": "2024-01-01", "retry-after": "30" },
      },
    },
  ]);
  const response = await fetch(`${platformUrl}/auth/v1/otp`, post('{"email":"nora@okafor.example"}'));
  expect(response.status).toBe(429);
  expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(response.headers.get("retry-after")).toBe("30");
});

test("a file comes byte for byte", async () => {
  const path = "/storage/v1/object/authenticated/documents/a.pdf";
  insert([
    {
      request: { method: "GET", from: "page", origin: "platform", path, query: [] },
      answer: { status: 200, headers: { "content-type": "application/pdf" }, body: { blob: pdfHash } },
    },
  ]);
  const response = await fetch(platformUrl + path);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf);
});

test("what is not on the tape fails and names what comes nearest, and how it is different", async () => {
  const deck = insert([
    take({ path: "/rest/v1/items", answers: [] }),
    take({ method: "POST", path: "/rest/v1/rpc/create_request", sent: { title: "Tax" }, answers: "r1" }),
  ]);
  await expect(read("/rest/v1/rpc/create_request?x=1", post('{"title":"Rent"}'))).rejects.toThrow();
  expect(deck.misses()[0]?.why.split("\n")).toEqual([
    'Nearest on the tape: page POST platform /rest/v1/rpc/create_request {"json":{"title":"Tax"}}',
    "  query x: 1 instead of nothing",
    '  body json.title: "Rent" instead of "Tax"',
  ]);
});

test.each(["a.pdf", "b.json", "c.png", "d.csv", "e.zip", "f.mp4", "g", "auth/v1/user", "rest/v1/items", ""])(
  "nothing is asked of any network for /%s, which is not on the tape",
  async (path) => {
    const deck = insert([take({ answers: 1 })]);
    await expect(fetch(`${platformUrl}/${path}`)).rejects.toThrow("fetch failed");
    expect(deck.misses().map(({ request }) => request.path)).toEqual([`/${path}`]);
  },
);

test("takes that nobody asked for are told", async () => {
  const deck = insert([
    take({ answers: 1 }),
    take({ answers: 2 }),
    take({ path: "/rest/v1/items", answers: 3 }),
  ]);
  await read("/rest/v1/requests");
  expect(deck.unused().map(({ answer }) => answer.body)).toEqual([{ json: 2 }, { json: 3 }]);
});

describe("between two writings a reading stays in its time", () => {
  const path = "/rest/v1/rpc/create_request";
  const create = take({ method: "POST", path, sent: {}, answers: "r1" });
  const takes = [take({ answers: "before" }), take({ answers: "seen" }), create, take({ answers: "after" })];

  test("asked more often than then, it does not run ahead", async () => {
    insert(takes);
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await read("/rest/v1/requests"));
    expect(answers).toEqual(["before", "seen", "seen", "seen"]);
  });

  test("asked less often than then, it does not lag behind", async () => {
    insert(takes);
    expect(await read("/rest/v1/requests")).toBe("before");
    await read(path, post("{}"));
    expect(await read("/rest/v1/requests")).toBe("after");
  });

  test("asked for the first time too early, it tells what is known", async () => {
    insert([create, take({ answers: "after" })]);
    expect(await read("/rest/v1/requests")).toBe("after");
  });

  test("another page goes on where the first one left off", async () => {
    const first = insert(takes);
    await read("/rest/v1/requests");
    await read(path, post("{}"));
    const second = insert(takes, JSON.parse(JSON.stringify(first.progress())));
    expect(second.unused()).toHaveLength(2);
    expect(await read("/rest/v1/requests")).toBe("after");
    await expect(read(path, post("{}"))).rejects.toThrow("fetch failed");
  });
});

test("whoever asks gets the answers that were given to them", async () => {
  const user = (from: "page" | "sidecar", email: string): Take => {
    const { request, answer } = take({ path: "/auth/v1/user", answers: { email } });
    return { request: { ...request, from }, answer };
  };
  const deck = insert([user("page", "to the page"), user("sidecar", "to the sidecar")]);
  expect(await read("/auth/v1/user")).toEqual({ email: "to the page" });
  expect(deck.unused().map(({ request }) => request.from)).toEqual(["sidecar"]);
});
