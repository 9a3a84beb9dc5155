import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import { createDeck } from "./deck.ts";
import { deckPlays, platformPlays } from "./play.ts";
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
    request: { method, origin: "platform", path, query, ...body },
    answer: { status: 200, headers: { "content-type": "application/json" }, body: { json: answers } },
    ...(ending && { ending }),
  };
}

function insert(takes: Take[]) {
  const deck = createDeck({ name: "a-tape", says: "Something.", at: "2026-11-21T12:00:00.000Z", takes });
  mocks.use(platformPlays(deckPlays(deck, () => Promise.resolve(pdf))));
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
      request: { method: "GET", origin: "platform", path, query: [] },
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
    'Nearest on the tape: POST platform /rest/v1/rpc/create_request {"json":{"title":"Tax"}}',
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

test("takes that nobody asked for are told, and all of them again after rewinding", async () => {
  const deck = insert([
    take({ answers: 1 }),
    take({ answers: 2 }),
    take({ path: "/rest/v1/items", answers: 3 }),
  ]);
  await read("/rest/v1/requests");
  expect(deck.unused().map(({ answer }) => answer.body)).toEqual([{ json: 2 }, { json: 3 }]);
  deck.rewind();
  expect(deck.unused()).toHaveLength(3);
  expect(await read("/rest/v1/requests")).toBe(1);
});
