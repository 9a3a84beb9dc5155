import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import type { Interaction } from "../tape/tape.ts";
import { normalizeRequest } from "../tape/normalize-request.ts";
import { tapeHandler } from "./tape-handler.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);
const client = createClient<Database>(platformUrl, "public-key", {
  auth: { persistSession: false, autoRefreshToken: false },
  db: { retry: false },
});

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const requestColumns =
  "id, title, status, due_on, last_activity_at, items_missing, items_submitted, items_declined, items_returned, items_accepted, items_waived, required_missing, required_partial, required_returned, paused_at, closed_by, archived_at, assignee, request_tags(tags(id, name))";
const personColumns = "id, email, name, first_seen_at, last_seen_at, created_at";
const events = "events(seq, kind, actor, actor_name, data, at, item_id, file_id, items(title))";
const today = "2026-11-21";
const perPage = 50;

const filters = ["open", "review", "overdue", "drafts", "done", "archived"] as const;
type Filter = (typeof filters)[number];
type Sort = "activity" | "due";

interface Wanted {
  filter: Filter;
  sort: Sort;
}
type Cursor = { id: string; last_activity_at: string; due_on: string | null };

/** Asks for a page as the page does. */
function pageOf({ filter, sort }: Wanted, after?: Cursor) {
  return client
    .rpc(
      "list_requests",
      { workspace: "w1", filter, sort, today, ...argumentsAfter(sort, after) },
      { get: true },
    )
    .select(`${requestColumns}, recipients(${personColumns}), ${events}`)
    .is("recipients.removed_at", null)
    .eq("recipients.scope", "all")
    .order("seq", { referencedTable: "events", ascending: false })
    .limit(1, { referencedTable: "events" });
}

/** Searches as the page does. */
function searchFor(search: string) {
  return client
    .rpc("search_requests", { workspace: "w1", search }, { get: true })
    .select(`${requestColumns}, message, recipients(${personColumns}, scope), items(title), ${events}`)
    .is("recipients.removed_at", null)
    .is("items.removed_at", null)
    .order("seq", { referencedTable: "events", ascending: false })
    .limit(1, { referencedTable: "events" })
    .order("position", { referencedTable: "items" });
}

function argumentsAfter(sort: Sort, after?: Cursor) {
  if (!after) return {};
  const { id: after_id, last_activity_at: after_activity, due_on: after_due } = after;
  if (sort === "activity") return { after_activity, after_id };
  return after_due === null ? { after_id } : { after_due, after_id };
}

/** All pages; a short page is the last. */
async function pagesOf(wanted: Wanted) {
  const pages = [];
  let after: Cursor | undefined;
  do {
    const { data } = await pageOf(wanted, after).throwOnError();
    pages.push(data);
    after = data.length < perPage ? undefined : data.at(-1);
  } while (after);
  return pages;
}

const countRequests = () => client.rpc("request_counts", { workspace: "w1", today }, { get: true }).single();

async function countOf(filter: Filter): Promise<number> {
  const { data } = await countRequests().throwOnError();
  return data[filter];
}

const ownRow = {
  id: "10000000-0000-4000-8000-000000000001",
  title: "Müller & Co. accounts",
  status: "open",
  due_on: "2026-12-01",
  last_activity_at: "2026-11-21T11:00:00.123456+00:00",
  items_missing: 1,
  items_submitted: 0,
  items_declined: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 1,
  required_partial: 0,
  required_returned: 0,
  recipients: [
    {
      id: "20000000-0000-4000-8000-000000000001",
      email: "zoe@muller.example",
      name: "Zoë Müller",
      first_seen_at: null,
      created_at: "2026-11-21T11:00:00+00:00",
    },
  ],
  events: [],
};

/** The request of the page for its first rows, answered with these rows. */
async function listInteraction(filter: Filter, rows: unknown): Promise<Interaction> {
  const { url } = pageOf({ filter, sort: "activity" }) as unknown as { url: URL };
  return interactionOf(new Request(url), { "content-type": "application/json" }, rows);
}

async function countInteraction(counts: Partial<Record<Filter, number>>): Promise<Interaction> {
  const { url } = countRequests() as unknown as { url: URL };
  const none = { open: 0, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 };
  return interactionOf(new Request(url), { "content-type": "application/json" }, { ...none, ...counts });
}

async function interactionOf(
  live: Request,
  headers: Record<string, string>,
  json: unknown,
): Promise<Interaction> {
  const request = await normalizeRequest(live, { from: "page", originOf: () => "platform" });
  return { request, response: { status: 200, headers, body: { json } } };
}

const create: Interaction = {
  request: {
    from: "page",
    method: "POST",
    origin: "platform",
    path: "/rest/v1/rpc/create_request",
    query: [],
    body: { json: {} },
  },
  response: { status: 200, headers: { "content-type": "application/json" }, body: { json: null } },
};

function play(interactions: Interaction[]): void {
  const tape = {
    name: "a-tape",
    description: "A list.",
    recordedAt: `${today}T12:00:00.000Z`,
    startPath: "/requests",
    interactions,
  };
  mocks.use(tapeHandler(tape, { scenario: "full-workspace" }));
}

describe("a full workspace", () => {
  test.each(filters.flatMap((filter) => (["activity", "due"] as const).map((sort) => ({ filter, sort }))))(
    "lists as many $filter requests by $sort as it counts, each once, over several pages",
    async ({ filter, sort }) => {
      play([]);
      const pages = await pagesOf({ filter, sort });
      expect(pages.slice(0, -1).every(({ length }) => length === perPage)).toBe(true);
      const rows = pages.flat();
      expect(rows.length).toBeGreaterThan(perPage);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(await countOf(filter)).toBe(rows.length);
    },
  );

  test("has a thousand requests", async () => {
    play([]);
    const counts = await Promise.all((["open", "drafts", "done", "archived"] as const).map(countOf));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1000);
  });

  test("lists the tape's own requests first, and counts them", async () => {
    play([]);
    const recorded = await countOf("open");
    play([await listInteraction("open", [ownRow]), await countInteraction({ open: 1 })]);
    const { data } = await pageOf({ filter: "open", sort: "activity" }).throwOnError();
    expect(data[0]).toEqual(ownRow);
    expect(data).toHaveLength(1 + perPage);
    expect(await countOf("open")).toBe(recorded + 1);
    const times = data.map((row) => Date.parse(row.last_activity_at));
    expect(times.slice(1)).toEqual(times.slice(1).toSorted((one, other) => other - one));
  });

  test("finds the requests of the recorded search", async () => {
    play([]);
    const { data: found } = await searchFor("Sofia").throwOnError();
    expect(found.length).toBeGreaterThan(perPage);
    expect(found.every(({ recipients }) => recipients[0]?.name === "Sofia Brandt")).toBe(true);
  });

  test("leaves any other search to the tape", async () => {
    const { url } = searchFor("Zoë") as unknown as { url: URL };
    play([await interactionOf(new Request(url), { "content-type": "application/json" }, [ownRow])]);
    const { data } = await searchFor("Zoë").throwOnError();
    expect(data).toEqual([ownRow]);
    const missing = await searchFor("nobody");
    expect(missing.error?.message).toContain("fetch failed");
  });

  test("has one more after one is created on the tape", async () => {
    const later = { ...ownRow, id: "10000000-0000-4000-8000-000000000002", title: "Just made" };
    play([
      await listInteraction("open", [ownRow]),
      await countInteraction({ open: 1 }),
      create,
      await listInteraction("open", [later, ownRow]),
      await countInteraction({ open: 2 }),
    ]);
    const before = await countOf("open");
    await fetch(`${platformUrl}/rest/v1/rpc/create_request`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await countOf("open")).toBe(before + 1);
    const { data } = await pageOf({ filter: "open", sort: "activity" }).throwOnError();
    expect(data.slice(0, 2)).toEqual([later, ownRow]);
  });
});
