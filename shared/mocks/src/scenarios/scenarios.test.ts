import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMockServer } from "../node.ts";
import { createDeck } from "../tape/deck.ts";
import { deckPlays, platformPlays } from "../tape/play.ts";
import type { Take } from "../tape/tape.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";

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

const json = (request: Partial<Take["request"]>, answers: unknown, headers = {}): Take => ({
  request: { method: "GET", origin: "platform", path: "/", query: [], ...request },
  answer: {
    status: 200,
    headers: { "content-type": "application/json", ...headers },
    body: { json: answers },
  },
});

const select: [string, string][] = [["select", "title,workspaces(name)"]];
const rows = [{ title: "Tax return 2025", workspaces: { name: "Okafor & Lind" } }];
const refresh: Partial<Take["request"]> = {
  method: "POST",
  path: "/auth/v1/token",
  query: [["grant_type", "refresh_token"]],
  body: { json: { refresh_token: "taped" } },
};
const user = { id: "u1", email: "nora@okafor.example", aud: "authenticated" };

/** One of everything: rows read, a function called, a file stored, a session renewed. */
const takes = [
  json({ path: "/rest/v1/requests", query: select }, rows, { "content-range": "0-0/1" }),
  json({ method: "HEAD", path: "/rest/v1/requests", query: [["select", "id"]] }, [], {
    "content-range": "*/7",
  }),
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

function put(name: ScenarioName): void {
  const deck = createDeck({ name: "a-tape", says: "Something.", at: "2026-11-21T12:00:00.000Z", takes });
  const plays = deckPlays(deck, () => Promise.reject(new Error("No file is on this tape.")));
  mocks.use(platformPlays(scenarios[name].over(plays)));
}

const readRows = () => client.from("requests").select("title,workspaces(name)");
const callFunction = () => client.rpc("my_sessions", {});
const addFile = () => documents.upload("a", "text", { contentType: "text/plain" });
/** Each time by another token: the client remembers for a while which ones were refused. */
const renew = () => client.auth.refreshSession({ refresh_token: crypto.randomUUID() });

describe("over a tape", () => {
  test("that has its token run out, rows are refused until it is renewed", async () => {
    put("expired");
    expect(await readRows()).toMatchObject({ status: 401, error: { code: "PGRST303" } });
    expect((await renew()).data.user?.email).toBe("nora@okafor.example");
    expect((await readRows()).data).toEqual(rows);
  });

  test("whose session was ended, nothing renews it", async () => {
    put("refresh-refused");
    expect((await readRows()).status).toBe(401);
    expect((await addFile()).error?.message).toBe("InvalidJWT");
    expect((await renew()).error?.code).toBe("refresh_token_not_found");
    expect((await readRows()).status).toBe(401);
  });

  test.each([
    ["forbidden", 403, "42501"],
    ["conflict", 409, "23505"],
  ] as const)("%s changes are refused and readings are not", async (name, status, code) => {
    put(name);
    expect(await callFunction()).toMatchObject({ status, error: { code } });
    expect((await readRows()).data).toEqual(rows);
  });

  test("too large files are refused in the words of the service that keeps them", async () => {
    put("too-large");
    expect((await addFile()).error).toMatchObject({ message: "EntityTooLarge", statusCode: "413" });
  });

  test("a limit says how long to wait", async () => {
    put("rate-limited");
    expect((await renew()).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    const limited = await fetch(`${platformUrl}/auth/v1/otp`, { method: "POST" });
    expect(limited.headers.get("retry-after")).toBe("30");
  });

  test("a database that fails does so at everything, and its neighbours do not", async () => {
    put("broken");
    expect(await readRows()).toMatchObject({ status: 500, error: { code: "XX000" } });
    expect((await addFile()).error).toBeNull();
  });

  test("answers break off", async () => {
    put("malformed");
    const { data, error } = await readRows();
    expect(data).toBeNull();
    expect(error?.message).toBe('[{"title":"Tax return 2025","work');
  });

  test("files cannot be reached while rows can", async () => {
    put("storage-down");
    expect((await addFile()).error?.message).toContain("fetch failed");
    expect((await readRows()).data).toEqual(rows);
  });

  test("nothing can be reached", async () => {
    put("unreachable");
    expect((await readRows()).error?.message).toContain("fetch failed");
    const { error } = await client.auth.signInWithOtp({ email: "nora@okafor.example" });
    expect(error?.name).toBe("AuthRetryableFetchError");
  });

  test("every third request is lost, and the two around it are not", async () => {
    put("flaky");
    const arrived: boolean[] = [];
    for (let time = 0; time < 6; time += 1) arrived.push((await readRows()).error === null);
    expect(arrived).toEqual([true, true, false, true, true, false]);
  });

  test("a workspace is empty, in its lists and in its counts", async () => {
    put("empty-workspace");
    expect((await readRows()).data).toEqual([]);
    const counted = await client.from("requests").select("id", { count: "exact", head: true });
    expect(counted.count).toBe(0);
  });

  test("names and titles are long, and in another script, wherever they stand", async () => {
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

describe("a slow line", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout"] }));
  afterEach(() => vi.useRealTimers());

  test("answers three seconds later", async () => {
    const arrived = vi.fn<() => void>();
    const plays = scenarios.slow.over(() => Promise.resolve(new Response()));
    const answered = plays({ method: "GET", origin: "platform", path: "/", query: [] }).then(arrived);
    await vi.advanceTimersByTimeAsync(2999);
    expect(arrived).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(arrived).toHaveBeenCalledOnce();
  });
});
