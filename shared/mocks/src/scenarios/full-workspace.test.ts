import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import type { Take } from "../tape/tape.ts";
import { tapedRequest } from "../tape/taped-request.ts";
import { tapePlays } from "./tape-plays.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);
const client = createClient<Database>(platformUrl, "public-key", {
  auth: { persistSession: false, autoRefreshToken: false },
  db: { retry: false },
});

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const columns =
  "id, title, status, due_on, last_activity_at, items_missing, items_submitted, items_returned, items_accepted, items_waived, required_missing, required_returned, recipients(id, email, name, first_seen_at, created_at), events(seq, kind, actor, actor_name, data, at, items(title))";
const today = "2026-11-21";
const perPage = 50;

type Filter = "open" | "review" | "overdue" | "drafts" | "done" | "all";
type Sort = "activity" | "due";

/** As the page narrows its lists and its counts. */
function narrowed<Builder extends ReturnType<typeof allRows>>(rows: Builder, filter: Filter): Builder {
  const ours = rows.eq("workspace_id", "w1");
  if (filter === "all") return ours;
  if (filter === "drafts") return ours.eq("status", "draft");
  if (filter === "done") return ours.in("status", ["done", "cancelled"]);
  const open = ours.eq("status", "open");
  if (filter === "review") return open.gt("items_submitted", 0);
  if (filter === "open") return open;
  return open.lt("due_on", today).or("required_missing.gt.0,required_returned.gt.0");
}

const allRows = () => client.from("requests").select(columns);
const searchedRows = () =>
  client.from("requests").select(`${columns}, request_search!inner()` as typeof columns);

interface Wanted {
  filter: Filter;
  sort: Sort;
  words?: string;
}
type Cursor = { id: string; last_activity_at: string; due_on: string | null };

function pageOf({ filter, sort, words }: Wanted, after?: Cursor) {
  let rows = narrowed(words === undefined ? allRows() : searchedRows(), filter);
  if (words !== undefined) rows = rows.filter("request_search.document", "fts(simple)", words);
  if (after) rows = rows.or(conditionAfter(sort, after));
  rows =
    sort === "activity"
      ? rows.order("last_activity_at", { ascending: false }).order("id", { ascending: false })
      : rows.order("due_on", { nullsFirst: false }).order("id");
  return rows
    .limit(perPage)
    .order("seq", { referencedTable: "events", ascending: false })
    .limit(1, { referencedTable: "events" });
}

function conditionAfter(sort: Sort, { id, last_activity_at, due_on }: Cursor): string {
  const at = `"${last_activity_at}"`;
  if (sort === "activity") return `last_activity_at.lt.${at},and(last_activity_at.eq.${at},id.lt.${id})`;
  if (due_on === null) return `and(due_on.is.null,id.gt.${id})`;
  return `due_on.gt.${due_on},and(due_on.eq.${due_on},id.gt.${id}),due_on.is.null`;
}

/** Every page, until a short one. */
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

async function countOf(filter: Filter): Promise<number | null> {
  const rows = client.from("requests").select("id", { count: "exact", head: true });
  const { count } = await narrowed(rows as unknown as ReturnType<typeof allRows>, filter).throwOnError();
  return count;
}

const ownRow = {
  id: "10000000-0000-4000-8000-000000000001",
  title: "Müller & Co. accounts",
  status: "open",
  due_on: "2026-12-01",
  last_activity_at: "2026-11-21T11:00:00.123456+00:00",
  items_missing: 1,
  items_submitted: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 1,
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

/** The first page as the page itself would ask for it, answered with these rows. */
async function listTake(filter: Filter, rows: unknown): Promise<Take> {
  const url = (pageOf({ filter, sort: "activity" }) as unknown as { url: URL }).url;
  const request = await tapedRequest(new Request(url), { from: "page", originOf: () => "platform" });
  return {
    request,
    answer: { status: 200, headers: { "content-type": "application/json" }, body: { json: rows } },
  };
}

const create: Take = {
  request: {
    from: "page",
    method: "POST",
    origin: "platform",
    path: "/rest/v1/rpc/create_request",
    query: [],
    body: { json: {} },
  },
  answer: { status: 200, headers: { "content-type": "application/json" }, body: { json: null } },
};

function play(takes: Take[]): void {
  const tape = { name: "a-tape", says: "A list.", at: `${today}T12:00:00.000Z`, opens: "/requests", takes };
  mocks.use(tapePlays(tape, { scenario: "full-workspace" }));
}

describe("a full workspace", () => {
  test.each(["activity", "due"] as const)(
    "is read to its end by %s: twenty pages of fifty, none twice",
    async (sort) => {
      play([await listTake("open", [ownRow])]);
      const pages = await pagesOf({ filter: "all", sort });
      // The last full page cannot know that it is the last.
      expect(pages.map(({ length }) => length)).toEqual([...Array.from({ length: 20 }, () => 50), 0]);
      expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(1000);
    },
  );

  test("begins with the tape's own requests, and goes on with ones like them", async () => {
    play([await listTake("open", [ownRow])]);
    const { data } = await pageOf({ filter: "open", sort: "activity" }).throwOnError();
    expect(data[0]).toEqual(ownRow);
    expect(data[1]).toMatchObject({ title: "Müller & Co. accounts 1", recipients: [{ name: "Zoë Müller" }] });
    const times = data.map((row) => Date.parse(row.last_activity_at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  test("counts as many as its lists give, and a thousand in all", async () => {
    play([await listTake("open", [ownRow])]);
    const counts = new Map<Filter, number | null>();
    for (const filter of ["open", "review", "overdue", "drafts", "done"] as const) {
      const rows = (await pagesOf({ filter, sort: "due" })).flat();
      counts.set(filter, await countOf(filter));
      expect([filter, counts.get(filter)]).toEqual([filter, rows.length]);
      expect(rows.length).toBeGreaterThan(50);
    }
    const [open, drafts, done] = [counts.get("open"), counts.get("drafts"), counts.get("done")];
    expect((open ?? 0) + (drafts ?? 0) + (done ?? 0)).toBe(1000);
    expect(await countOf("all")).toBe(1000);
  });

  test("is made from nothing where the tape has an empty list", async () => {
    play([await listTake("open", [])]);
    expect(await countOf("all")).toBe(1000);
    const { data } = await pageOf({ filter: "drafts", sort: "activity" }).throwOnError();
    expect(data[0]).toMatchObject({ status: "draft", recipients: [{ first_seen_at: null }] });
  });

  test("is searched by how words begin, in titles and in names, without accents", async () => {
    play([await listTake("open", [ownRow])]);
    const found = async (words: string) =>
      (await pagesOf({ filter: "all", sort: "activity", words })).flat().map(({ title }) => title);
    const tenth = Array.from({ length: 10 }, (_value, index) => `Müller & Co. accounts ${990 + index}`);
    expect(await found("muller:* & zoe:* & 99:*")).toEqual(["Müller & Co. accounts 99", ...tenth]);
    expect(await found("nobody:*")).toEqual([]);
  });

  test("has one more when one is made on the tape", async () => {
    const later = { ...ownRow, id: "10000000-0000-4000-8000-000000000002", title: "Just made" };
    play([await listTake("open", [ownRow]), create, await listTake("open", [later, ownRow])]);
    expect(await countOf("all")).toBe(1000);
    await fetch(`${platformUrl}/rest/v1/rpc/create_request`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await countOf("all")).toBe(1001);
  });
});
