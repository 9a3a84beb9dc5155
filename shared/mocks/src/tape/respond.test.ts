import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import { tapeHandler } from "../scenarios/tape-handler.ts";
import { masked } from "./masked.ts";
import { createTapePlayer, type Progress } from "./tape-player.ts";
import type { Interaction } from "./tape.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const pdf = Uint8Array.from({ length: 4096 }, (_value, index) => index % 256);
const pdfHash = createHash("sha256").update(pdf).digest("hex");

/** An interaction; by default it reads rows. */
function interaction({
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
  ending?: Interaction["ending"];
}): Interaction {
  const body = sent === undefined ? {} : { body: { json: sent } };
  return {
    request: { method, from: "page", origin: "platform", path, query, ...body },
    response: { status: 200, headers: { "content-type": "application/json" }, body: { json: answers } },
    ...(ending && { ending }),
  };
}

function insert(interactions: Interaction[], progress?: Progress) {
  const tape = {
    name: "a-tape",
    description: "Something.",
    recordedAt: "2026-11-21T12:00:00.000Z",
    startPath: "/",
    interactions,
  };
  const player = createTapePlayer(tape, { progress });
  mocks.use(tapeHandler(tape, { player, readBlob: () => Promise.resolve(pdf) }));
  return player;
}

const read = async (path: string, init?: RequestInit) => (await fetch(platformUrl + path, init)).json();
const post = (body: string): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json" },
});

test("a growing list grows again and then stays at its last state", async () => {
  insert([interaction({ answers: [] }), interaction({ answers: ["Passport"] })]);
  expect(await read("/rest/v1/requests")).toEqual([]);
  expect(await read("/rest/v1/requests")).toEqual(["Passport"]);
  expect(await read("/rest/v1/requests")).toEqual(["Passport"]);
});

test("interactions repeat from the start or fail if the tape says so", async () => {
  insert([
    interaction({ answers: 1 }),
    interaction({ answers: 2, ending: "loop" }),
    interaction({ path: "/rest/v1/items", answers: 1, ending: "error" }),
  ]);
  for (const number of [1, 2, 1, 2]) expect(await read("/rest/v1/requests")).toBe(number);
  expect(await read("/rest/v1/items")).toBe(1);
  await expect(read("/rest/v1/items")).rejects.toThrow("fetch failed");
});

test("a write gets a response as often as it was recorded", async () => {
  const path = "/rest/v1/rpc/create_request";
  const player = insert([interaction({ method: "POST", path, sent: { title: "Tax" }, answers: "r1" })]);
  expect(await read(path, post('{"title":"Tax"}'))).toBe("r1");
  await expect(read(path, post('{"title":"Tax"}'))).rejects.toThrow("fetch failed");
  expect(player.misses().map(({ reason }) => reason)).toEqual([
    "The tape has one response for this request, and all were used.",
  ]);
});

test("a request link can be opened again", async () => {
  const path = "/rest/v1/rpc/join_request";
  insert([interaction({ method: "POST", path, sent: { token: "t" }, answers: "r1" })]);
  for (let time = 0; time < 2; time += 1) expect(await read(path, post('{"token":"t"}'))).toBe("r1");
});

test("a passkey challenge can be requested any number of times", async () => {
  const path = "/auth/v1/passkeys/authentication/options";
  insert([interaction({ method: "POST", path, sent: {}, answers: "challenge" })]);
  for (let time = 0; time < 2; time += 1) expect(await read(path, post("{}"))).toBe("challenge");
});

test("requests to the same URL are distinguished by their body, regardless of the order of its fields", async () => {
  const path = "/rest/v1/rpc/search";
  insert([
    interaction({ method: "POST", path, sent: { a: 1, b: { c: 2, d: 3 } }, answers: "one" }),
    interaction({ method: "POST", path, sent: { a: 2 }, answers: "two" }),
  ]);
  expect(await read(path, post('{"a":2}'))).toBe("two");
  expect(await read(path, post('{"b":{"d":3,"c":2},"a":1}'))).toBe("one");
});

test("suggestions of people are the recorded ones, whatever is typed", async () => {
  const path = "/rest/v1/rpc/suggest_people";
  insert([interaction({ path, query: [["search", masked]], answers: "people" })]);
  expect(await read(`${path}?search=ann`)).toBe("people");
});

test("the order of query parameters is ignored, their values are not", async () => {
  insert([
    interaction({
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

test("dates in a query are ignored, times are not", async () => {
  insert([
    interaction({ query: [["due_on", "lt.taped"]], answers: "overdue" }),
    interaction({ query: [["seen_at", "lt.2026-11-21T09:30:00Z"]], answers: "earlier" }),
  ]);
  expect(await read("/rest/v1/requests?due_on=lt.2031-02-03")).toBe("overdue");
  expect(await read("/rest/v1/requests?seen_at=lt.2026-11-21T09:30:00Z")).toBe("earlier");
  await expect(read("/rest/v1/requests?seen_at=lt.2026-11-22T09:30:00Z")).rejects.toThrow("fetch failed");
});

test("the real client signs in with any code and address", async () => {
  const user = { id: "u1", email: "nora@okafor.example", aud: "authenticated" };
  const session = { access_token: "a.b.c", refresh_token: "r", expires_in: 3600, token_type: "bearer", user };
  insert([
    interaction({
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

test("any file can be uploaded instead of the recorded one", async () => {
  const path = "/rest/v1/rpc/begin_upload";
  const sent = { item: "i1", mime: "application/pdf", name: "taped", size: "taped" };
  insert([interaction({ method: "POST", path, sent, answers: [{ file_id: "f1" }] })]);
  const other = { item: "i2", name: "scan.pdf", size: 1, mime: "application/pdf" };
  await expect(read(path, post(JSON.stringify(other)))).rejects.toThrow("fetch failed");
  expect(await read(path, post(JSON.stringify({ ...other, item: "i1" })))).toEqual([{ file_id: "f1" }]);
});

test("an error response keeps the code that the client reads", async () => {
  const refused = interaction({
    method: "POST",
    path: "/auth/v1/otp",
    answers: { code: "over_email_send_rate_limit" },
  });
  const { response: accepted } = refused;
  insert([
    {
      request: { ...refused.request, body: { json: { email: "taped" } } },
      response: {
        ...accepted,
        status: 429,
        headers: { ...accepted.headers, "x-supabase-api-version": "2024-01-01", "retry-after": "30" },
      },
    },
  ]);
  const response = await fetch(`${platformUrl}/auth/v1/otp`, post('{"email":"nora@okafor.example"}'));
  expect(response.status).toBe(429);
  expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(response.headers.get("retry-after")).toBe("30");
});

test("a file is returned byte for byte", async () => {
  const path = "/storage/v1/object/authenticated/documents/a.pdf";
  insert([
    {
      request: { method: "GET", from: "page", origin: "platform", path, query: [] },
      response: { status: 200, headers: { "content-type": "application/pdf" }, body: { blob: pdfHash } },
    },
  ]);
  const response = await fetch(platformUrl + path);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf);
});

test("a request that is not on the tape fails, with the nearest request and the differences", async () => {
  const player = insert([
    interaction({ path: "/rest/v1/items", answers: [] }),
    interaction({
      method: "POST",
      path: "/rest/v1/rpc/create_request",
      sent: { title: "Tax" },
      answers: "r1",
    }),
  ]);
  await expect(read("/rest/v1/rpc/create_request?x=1", post('{"title":"Rent"}'))).rejects.toThrow();
  expect(player.misses()[0]?.reason.split("\n")).toEqual([
    'Nearest on the tape: page POST platform /rest/v1/rpc/create_request {"json":{"title":"Tax"}}',
    "  query x: 1 instead of nothing",
    '  body json.title: "Rent" instead of "Tax"',
  ]);
});

test.each(["a.pdf", "b.json", "c.png", "d.csv", "e.zip", "f.mp4", "g", "auth/v1/user", "rest/v1/items", ""])(
  "a request for /%s, which is not on the tape, doesn't reach the network",
  async (path) => {
    const player = insert([interaction({ answers: 1 })]);
    await expect(fetch(`${platformUrl}/${path}`)).rejects.toThrow("fetch failed");
    expect(player.misses().map(({ request }) => request.path)).toEqual([`/${path}`]);
  },
);

test("interactions that were not played are reported", async () => {
  const player = insert([
    interaction({ answers: 1 }),
    interaction({ answers: 2 }),
    interaction({ path: "/rest/v1/items", answers: 3 }),
  ]);
  await read("/rest/v1/requests");
  expect(player.unused().map(({ response }) => response.body)).toEqual([{ json: 2 }, { json: 3 }]);
});

describe("a read between two writes", () => {
  const path = "/rest/v1/rpc/create_request";
  const create = interaction({ method: "POST", path, sent: {}, answers: "r1" });
  const interactions = [
    interaction({ answers: "before" }),
    interaction({ answers: "seen" }),
    create,
    interaction({ answers: "after" }),
  ];

  test("does not run ahead when made more often than recorded", async () => {
    insert(interactions);
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await read("/rest/v1/requests"));
    expect(answers).toEqual(["before", "seen", "seen", "seen"]);
  });

  test("does not lag behind when made less often than recorded", async () => {
    insert(interactions);
    expect(await read("/rest/v1/requests")).toBe("before");
    await read(path, post("{}"));
    expect(await read("/rest/v1/requests")).toBe("after");
  });

  test("gets the first response when made too early", async () => {
    insert([create, interaction({ answers: "after" })]);
    expect(await read("/rest/v1/requests")).toBe("after");
  });

  test("another page continues where the first one stopped", async () => {
    const first = insert(interactions);
    await read("/rest/v1/requests");
    await read(path, post("{}"));
    const second = insert(interactions, JSON.parse(JSON.stringify(first.progress())));
    expect(second.unused()).toHaveLength(2);
    expect(await read("/rest/v1/requests")).toBe("after");
    await expect(read(path, post("{}"))).rejects.toThrow("fetch failed");
  });
});

test("each source gets its own responses", async () => {
  const user = (from: "page" | "sidecar", email: string): Interaction => {
    const { request, response } = interaction({ path: "/auth/v1/user", answers: { email } });
    return { request: { ...request, from }, response };
  };
  const player = insert([user("page", "to the page"), user("sidecar", "to the sidecar")]);
  expect(await read("/auth/v1/user")).toEqual({ email: "to the page" });
  expect(player.unused().map(({ request }) => request.from)).toEqual(["sidecar"]);
});
