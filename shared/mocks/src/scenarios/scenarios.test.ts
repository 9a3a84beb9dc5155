import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMockServer } from "../node.ts";
import type { Interaction } from "../tape/tape.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import { tapeHandler } from "./tape-handler.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);
const client = createClient<Database>(platformUrl, "public-key", {
  auth: { persistSession: false, autoRefreshToken: false },
  db: { retry: false },
});
const documents = client.storage.from("documents");

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const json = (request: Partial<Interaction["request"]>, answers: unknown, headers = {}): Interaction => ({
  request: { method: "GET", from: "page", origin: "platform", path: "/", query: [], ...request },
  response: {
    status: 200,
    headers: { "content-type": "application/json", ...headers },
    body: { json: answers },
  },
});

const select: [string, string][] = [["select", "title,workspaces(name)"]];
const rows = [{ title: "Tax return 2025", workspaces: { name: "Okafor & Lind" } }];
const refresh: Partial<Interaction["request"]> = {
  method: "POST",
  path: "/auth/v1/token",
  query: [["grant_type", "refresh_token"]],
  body: { json: { refresh_token: "taped" } },
};
const user = { id: "u1", email: "nora@okafor.example", aud: "authenticated" };

/** A tape with one request of each kind: a read, a function call, an upload and a session renewal. */
const interactions = [
  json({ path: "/rest/v1/requests", query: select }, rows, { "content-range": "0-0/1" }),
  json(
    {
      path: "/rest/v1/rpc/request_counts",
      query: [
        ["today", "taped"],
        ["workspace", "w1"],
      ],
    },
    { open: 7, review: 7, overdue: 7, drafts: 7, done: 7 },
  ),
  json({ method: "POST", path: "/rest/v1/rpc/my_sessions", body: { json: {} } }, []),
  json(
    { method: "POST", path: "/storage/v1/object/documents/a", body: { bytes: "text/plain" } },
    { Id: "f1" },
  ),
  {
    ...json(refresh, {
      access_token: "a.b.c",
      refresh_token: "taped-1",
      expires_in: 3600,
      token_type: "bearer",
      user,
    }),
    ending: "stick" as const,
  },
];

const tape = {
  name: "a-tape",
  description: "Something.",
  recordedAt: "2026-11-21T12:00:00.000Z",
  startPath: "/",
  interactions,
};
const put = (scenario: ScenarioName) => mocks.use(tapeHandler(tape, { scenario }));

const readRows = () => client.from("requests").select("title,workspaces(name)");
const addFile = () => documents.upload("a", "text", { contentType: "text/plain" });
/** Uses a new token each time, because the client remembers refused ones for a while. */
const renew = () => client.auth.refreshSession({ refresh_token: crypto.randomUUID() });

describe("a scenario", () => {
  test("with an expired token refuses rows until it is renewed", async () => {
    put("expired");
    expect(await readRows()).toMatchObject({ status: 401, error: { code: "PGRST303" } });
    expect((await renew()).data.user?.email).toBe("nora@okafor.example");
    expect((await readRows()).data).toEqual(rows);
  });

  test("with a signed-out session never renews it", async () => {
    put("refresh-refused");
    expect((await readRows()).status).toBe(401);
    expect((await addFile()).error?.message).toBe("InvalidJWT");
    expect((await renew()).error?.code).toBe("refresh_token_not_found");
    expect((await readRows()).status).toBe(401);
    const response = await fetch(`${platformUrl}/auth/v1/user`);
    expect([response.status, await response.json()]).toMatchObject([403, { code: "session_not_found" }]);
  });

  test("with a signed-out session leads to a sign-in page that offers email only", async () => {
    const path = "/auth/v1/settings";
    put("refresh-refused");
    expect(await (await fetch(platformUrl + path)).json()).toEqual({ external: {}, passkeys_enabled: false });
    const taped = json({ path }, { external: { google: true }, passkeys_enabled: true });
    mocks.use(
      tapeHandler({ ...tape, interactions: [...interactions, taped] }, { scenario: "refresh-refused" }),
    );
    expect(await (await fetch(platformUrl + path)).json()).toMatchObject({ passkeys_enabled: true });
  });

  test.each(["expired", "refresh-refused"] as const)(
    "%s has no effect on a signed-out tape",
    async (scenario) => {
      mocks.use(tapeHandler({ ...tape, interactions: interactions.slice(0, 1) }, { scenario }));
      expect((await readRows()).data).toEqual(rows);
    },
  );

  test.each([
    ["forbidden", 403, "42501"],
    ["conflict", 409, "23505"],
  ] as const)("%s changes are refused and readings are not", async (name, status, code) => {
    put(name);
    const changed = await client.rpc("cancel_request", { request: "r1" });
    expect(changed).toMatchObject({ status, error: { code } });
    expect((await readRows()).data).toEqual(rows);
    // This function only reads, although it is called by POST.
    expect((await client.rpc("my_sessions", {})).data).toEqual([]);
  });

  test("files that are too large fail with Storage's error", async () => {
    put("too-large");
    expect((await addFile()).error).toMatchObject({ message: "EntityTooLarge", statusCode: "413" });
  });

  test.each([
    ["POST", "/resumable"],
    ["PATCH", "/resumable/ab12"],
  ])("resumable uploads that are too large fail when created and later (%s)", async (method, path) => {
    put("too-large");
    const response = await fetch(`${platformUrl}/storage/v1/upload${path}`, { method });
    expect(await response.json()).toMatchObject({ code: "EntityTooLarge", statusCode: "413" });
  });

  test.each(["POST", "HEAD", "PATCH", "DELETE"])(
    "resumable uploads are unreachable too (%s)",
    async (method) => {
      put("storage-down");
      await expect(fetch(`${platformUrl}/storage/v1/upload/resumable/ab12`, { method })).rejects.toThrow();
    },
  );

  test("a rate limit includes the time to wait", async () => {
    put("rate-limited");
    expect((await renew()).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    const limited = await fetch(`${platformUrl}/auth/v1/otp`, { method: "POST" });
    expect(limited.headers.get("retry-after")).toBe("30");
  });

  test("every database request fails while the other services work", async () => {
    put("broken");
    expect(await readRows()).toMatchObject({ status: 500, error: { code: "XX000" } });
    expect((await addFile()).error).toBeNull();
  });

  test("responses are cut off", async () => {
    put("malformed");
    const { data, error } = await readRows();
    expect(data).toBeNull();
    expect(error?.message).toBe('[{"title":"Tax return 2025","work');
  });

  test("files are unreachable while rows are readable", async () => {
    put("storage-down");
    expect((await addFile()).error?.message).toContain("fetch failed");
    expect((await readRows()).data).toEqual(rows);
  });

  test.each(["too-large", "storage-down"] as const)("%s confirms no upload", async (name) => {
    put(name);
    const { error, status } = await client.rpc("finish_upload", { file: "f1", sha256: "" });
    expect([status, error?.code]).toEqual([409, "file.not_stored"]);
  });

  test.each(["offline", "unreachable"] as const)("%s makes all services unreachable", async (name) => {
    put(name);
    expect((await readRows()).error?.message).toContain("fetch failed");
    const { error } = await client.auth.signInWithOtp({ email: "nora@okafor.example" });
    expect(error?.name).toBe("AuthRetryableFetchError");
  });

  test("every third request is lost, the others succeed", async () => {
    put("flaky");
    const arrived: boolean[] = [];
    for (let time = 0; time < 6; time += 1) arrived.push((await readRows()).error === null);
    expect(arrived).toEqual([true, true, false, true, true, false]);
  });

  test("an empty workspace has empty lists and counts", async () => {
    put("empty-workspace");
    expect((await readRows()).data).toEqual([]);
    const args = { workspace: "w1", today: "2026-11-21" };
    const counted = await client.rpc("request_counts", args, { get: true }).single();
    expect(counted.data).toEqual({ open: 0, review: 0, overdue: 0, drafts: 0, done: 0 });
  });

  test("names and titles are long, or in another script, in every response", async () => {
    put("long-names");
    const { data: long } = await readRows();
    expect(long?.[0]?.title.length).toBeGreaterThanOrEqual(80);
    expect(long?.[0]?.title).toMatch(/^Taxreturn2025Donau\S+$/);
    expect(JSON.stringify(long?.[0]?.workspaces)).toContain("Okafor&LindDonau");
    put("right-to-left-names");
    const { data: other } = await readRows();
    expect(other?.[0]?.title).toMatch(/^\p{Script=Arabic}/u);
  });
});

test("two scenarios change the device, which the page does", () => {
  const onDevice = Object.entries(scenarios).flatMap(([name, { page }]) => (page ? [[name, page]] : []));
  expect(onDevice).toEqual([
    ["offline", { offline: true }],
    ["clock-off", { clockAheadMs: 7_200_000 }],
  ]);
});

describe("a slow connection", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => vi.useRealTimers());

  test("responds three seconds later", async () => {
    const arrived = vi.fn<() => void>();
    const plays = scenarios.slow.wrap(() => Promise.resolve(new Response()), tape);
    const answered = plays(json({}, null).request).then(arrived);
    await vi.advanceTimersByTimeAsync(2999);
    expect(arrived).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(arrived).toHaveBeenCalledOnce();
  });
});
