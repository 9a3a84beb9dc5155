import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { seedWorkspaces } from "../scale/seed-workspaces.ts";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { enrol } from "./testing/cast.ts";
import { type Person, signUp } from "./testing/people.ts";
import { sendRequest, upload } from "./testing/requests.ts";

const requests = 1_400;
const workspace = randomUUID();
let nora: Person;
let today: string;

beforeAll(async () => {
  nora = await signUp("nora");
  await seedWorkspaces(database, { workspaces: [{ id: workspace, ownerId: nora.userId }], requests });
  await asAdmin(async (query) => {
    await query(
      "update public.requests set paused_at = now() where workspace_id = $1 and status = 'open' and title ~ '2018'",
      [workspace],
    );
    await query(
      `update public.requests as r
       set deleted_at = now(), deleted_from = r.status, status = 'cancelled', archived_at = coalesce(r.archived_at, now())
       where r.id in (
         select o.id from public.requests as o
         where o.workspace_id = $1 and o.status in ('done', 'cancelled') order by o.id limit 60
       )`,
      [workspace],
    );
  });
  ({ today } = await adminRow<{ today: string }>("select current_date::text as today"));
});

const filters: Readonly<Record<string, string>> = {
  open: "status = 'open'",
  review: "status = 'open' and items_submitted > 0",
  overdue:
    "status = 'open' and paused_at is null and required_missing + required_returned > 0 and due_on < current_date",
  drafts: "status = 'draft' and not is_template",
  done: "status in ('done', 'cancelled') and archived_at is null",
  archived: "archived_at is not null and deleted_at is null",
  bin: "deleted_at is not null",
};
const orders: Readonly<Record<string, string>> = {
  activity: "last_activity_at desc, id desc",
  due: "due_on nulls last, id",
};
const nobody = "00000000-0000-0000-0000-000000000000";
const repeats = "exists (select from private.repeats as s where s.request_id = r.id)";
const inDays = { due_from: "2026-03-01", due_until: "2026-12-31" };
const inDaysOf = "due_on between '2026-03-01' and '2026-12-31'";
/** Conditions that narrow a list, as its arguments have them and as SQL. */
const narrowings: readonly [string, (named: Narrowing) => Record<string, string | boolean>, string][] = [
  ["of one assignee", () => ({ assignee: nora.userId }), "assignee = created_by"],
  ["unassigned", () => ({ assignee: nobody }), "assignee is null"],
  ["with a tag", ({ common }) => ({ tag: common }), hasTag("Private")],
  [
    "of one assignee with a tag",
    ({ common }) => ({ assignee: nora.userId, tag: common }),
    `assignee = created_by and ${hasTag("Private")}`,
  ],
  [
    "unassigned with a tag",
    ({ common }) => ({ assignee: nobody, tag: common }),
    `assignee is null and ${hasTag("Private")}`,
  ],
  ["with a rare tag", ({ rare }) => ({ tag: rare }), hasTag("Rare")],
  ["that repeat", () => ({ repeats: true }), repeats],
  [
    "of one assignee that repeat",
    () => ({ repeats: true, assignee: nora.userId }),
    `assignee = created_by and ${repeats}`,
  ],
  [
    "with a tag that repeat",
    ({ common }) => ({ repeats: true, tag: common }),
    `${hasTag("Private")} and ${repeats}`,
  ],
  [
    "unassigned with a tag that repeat",
    ({ common }) => ({ repeats: true, assignee: nobody, tag: common }),
    `assignee is null and ${hasTag("Private")} and ${repeats}`,
  ],
  ["due in some days", () => inDays, inDaysOf],
  ["without a due date", () => ({ due_from: "infinity", due_until: "infinity" }), "due_on is null"],
  [
    "of one assignee that repeat, due in some days",
    () => ({ ...inDays, repeats: true, assignee: nora.userId }),
    `assignee = created_by and ${repeats} and ${inDaysOf}`,
  ],
];
interface Narrowing {
  common: string;
  rare: string;
}
function hasTag(name: string): string {
  return `exists (
    select from public.request_tags g join public.tags t on t.id = g.tag_id where g.request_id = r.id and t.name = '${name}'
  )`;
}
const tagNamed = async (name: string) =>
  (
    await adminRow<{ id: string }>("select id from public.tags where workspace_id = $1 and name = $2", [
      workspace,
      name,
    ])
  ).id;
const lists = Object.keys(filters).flatMap((filter) => Object.keys(orders).map((sort) => ({ filter, sort })));

/** Ids of a plain query, without the functions and indexes of the list. */
async function expectedIds(filter: string, sort: string, narrowed = "true"): Promise<string[]> {
  const rows = await adminRows<{ id: string }>(
    `select id from public.requests r where workspace_id = $1 and ${filters[filter]} and ${narrowed}
     order by ${orders[sort]}`,
    [workspace],
  );
  return rows.map(({ id }) => id);
}

interface ListedRow {
  id: string;
  last_activity_at: string;
  due_on: string | null;
}

const list = (args: Record<string, unknown>, person = nora) =>
  person.rpc("list_requests", { workspace, filter: "open", sort: "activity", today, ...args });
const rowsOf = async (args: Record<string, unknown>) => granted(await list(args)) as ListedRow[];
const idsOf = async (args: Record<string, unknown>) => (await rowsOf(args)).map(({ id }) => id);

async function allPages(args: {
  filter: string;
  sort: string;
  [narrowed: string]: string | boolean;
}): Promise<string[]> {
  const ids: string[] = [];
  let after = {};
  for (;;) {
    const page = await rowsOf({ ...args, ...after });
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last || page.length < 50) return ids;
    after =
      args.sort === "activity"
        ? { after_activity: last.last_activity_at, after_id: last.id }
        : { after_due: last.due_on, after_id: last.id };
  }
}

describe("the list", () => {
  test.each(lists)("of $filter by $sort has every request once, in order, page by page", async (view) => {
    const expected = await expectedIds(view.filter, view.sort);
    expect(expected.length).toBeGreaterThan(50);
    expect(await allPages(view)).toEqual(expected);
  });

  test("is counted, to a maximum", async () => {
    const counts = await Promise.all(
      Object.keys(filters).map(async (filter) => [
        filter,
        Math.min(limits.counted, (await expectedIds(filter, "due")).length),
      ]),
    );
    expect(granted(await nora.rpc("request_counts", { workspace, today }))).toEqual([
      Object.fromEntries(counts),
    ]);
  });

  test.each(narrowings)(
    "%s has every request once, in order, page by page, and is counted",
    async (_, args, narrowed) => {
      const narrowing = args({ common: await tagNamed("Private"), rare: await tagNamed("Rare") });
      const found = new Map<string, number>();
      for (const { filter, sort } of lists) {
        if ("due_from" in narrowing && sort !== "due") continue;
        const expected = await expectedIds(filter, sort, narrowed);
        expect(await allPages({ filter, sort, ...narrowing }), `${filter} by ${sort}`).toEqual(expected);
        found.set(filter, expected.length);
      }
      expect(Math.max(...found.values())).toBeGreaterThan(0);
      expect(granted(await nora.rpc("request_counts", { workspace, today, ...narrowing }))).toEqual([
        Object.fromEntries(found),
      ]);
    },
  );

  test("of an assignee or a tag of nowhere is empty", async () => {
    expect(await idsOf({ assignee: randomUUID() })).toEqual([]);
    expect(await idsOf({ tag: randomUUID(), assignee: nora.userId })).toEqual([]);
  });

  test("stops counting at the contract's maximum", async () => {
    const large = randomUUID();
    const open = limits.counted + 1;
    await seedWorkspaces(database, {
      workspaces: [{ id: large, ownerId: nora.userId }],
      requests: Math.ceil((open * 20) / 11),
    });
    const [counts] = granted(await nora.rpc("request_counts", { workspace: large, today })) as unknown[];
    expect(counts).toMatchObject({ open: limits.counted });
    expect(granted(await nora.rpc("sole_ownerships", {}))).toContainEqual(
      expect.objectContaining({ workspace_id: large, requests: limits.counted }),
    );
  });

  test("has at most one page, whatever limit and offset are sent", async () => {
    const args = new URLSearchParams({ workspace, filter: "open", sort: "activity", today });
    const first = await idsOf({});
    const ask = async (window: string) =>
      granted(
        await nora.knock(`/rest/v1/rpc/list_requests?${args.toString()}&select=id&${window}`),
      ) as unknown[];
    expect(await ask("limit=100000")).toEqual(first.map((id) => ({ id })));
    expect(await ask("limit=100000&offset=40")).toEqual(first.slice(40).map((id) => ({ id })));
    expect(await ask("offset=50")).toEqual([]);
  });
});

describe("a list that can't be", () => {
  const id = randomUUID();
  test.each([
    ["an unknown filter", { filter: "everything" }, "list.unknown"],
    ["no filter", { filter: null }, "list.unknown"],
    ["SQL for a filter", { filter: "open' or true --" }, "list.unknown"],
    ["an unknown order", { sort: "title" }, "list.unknown"],
    ["no order", { sort: null }, "list.unknown"],
    ["no day", { today: null }, "list.unknown"],
    ["an endless day", { today: "infinity" }, "list.unknown"],
    ["half a position by activity", { after_id: id }, "list.cursor"],
    ["the other half", { after_activity: "2026-01-01" }, "list.cursor"],
    ["a position of the other order", { after_due: "2026-01-01", after_id: id }, "list.cursor"],
    ["a day without a row", { sort: "due", after_due: "2026-01-01" }, "list.cursor"],
    ["days by activity", inDays, "list.unknown"],
    ["days without an end", { sort: "due", due_from: "2026-01-01" }, "list.unknown"],
    ["a time by due date", { sort: "due", after_activity: "2026-01-01", after_id: id }, "list.cursor"],
  ])("with %s is refused", async (_, args, code) => {
    expectRefusal(await list(args), 422, code);
  });

  test.each([
    ["no id", { after_activity: "2026-01-01", after_id: "r1" }, "22P02"],
    ["no time", { after_activity: "soon", after_id: id }, "22007"],
    ["no day", { sort: "due", after_due: "2026-02-31", after_id: id }, "22008"],
  ])("a made-up position that is %s is refused", async (_, args, code) => {
    expect(await list(args)).toMatchObject({ status: 400, body: { code } });
  });

  test("a made-up position is a place in the list like any other", async () => {
    const everything = await idsOf({});
    expect(await idsOf({ after_activity: "2999-01-01", after_id: id })).toEqual(everything);
    expect(await idsOf({ after_activity: "1999-01-01", after_id: id })).toEqual([]);
  });
});

test("a request is in the lists of its assignee, tags and state at once, whatever happens to it", async () => {
  const { requester, recipient, workspace: own, id, item } = await sendRequest({});
  const idris = await signUp("idris");
  await enrol(own, idris, "member");
  const tag = granted(
    await requester.rpc("create_tag", { workspace: own, name: "Private client" }),
  ) as string;
  const places = async () => {
    const lines: string[] = [];
    for (const [name, narrowing] of Object.entries({
      nora: { assignee: requester.userId },
      idris: { assignee: idris.userId },
      nobody: { assignee: nobody },
      tag: { tag },
      "idris+tag": { assignee: idris.userId, tag },
      repeats: { repeats: true },
      "repeats+tag": { repeats: true, tag },
    })) {
      const [counts] = granted(
        await requester.rpc("request_counts", { workspace: own, today, ...narrowing }),
      ) as Record<string, number>[];
      const filters = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
      if (filters.length > 0) lines.push(`${name}: ${filters.map(([filter]) => filter).join(" ")}`);
    }
    return lines;
  };
  const call = async (fn: string, args: Record<string, unknown>) => granted(await requester.rpc(fn, args));
  expect(await places()).toEqual(["nora: open"]);
  await call("tag_request", { request: id, tag, tagged: true });
  await call("assign_request", { request: id, assignee: idris.userId });
  expect(await places()).toEqual(["idris: open", "tag: open", "idris+tag: open"]);
  await upload(recipient, item.id);
  expect(await places()).toEqual(["idris: open review", "tag: open review", "idris+tag: open review"]);
  await call("edit_request", { request: id, revision: 1, change: { due_on: "2020-01-01" } });
  await call("decide_item", { item: item.id, revision: 1, decision: "return", reason: "Blurred." });
  expect((await places())[0]).toBe("idris: open overdue");
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await call("repeat_request", { request: id, every: "month", first_on: day });
  expect((await places()).slice(-2)).toEqual(["repeats: open overdue", "repeats+tag: open overdue"]);
  await call("pause_request", { request: id });
  expect((await places())[0]).toBe("idris: open");
  await call("cancel_request", { request: id });
  await call("assign_request", { request: id, assignee: null });
  expect(await places()).toEqual(["nobody: done", "tag: done"]);
  await call("archive_request", { request: id });
  await call("delete_tag", { tag });
  expect(await places()).toEqual(["nobody: archived"]);
  await call("reopen_request", { request: id });
  expect((await places())[0]).toMatch(/^nobody: open/);
});

test("someone who has left the workspace gets the answer of one that doesn't exist", async () => {
  const leaver = await signUp("leaver");
  await asAdmin((query) =>
    query("insert into public.profiles (user_id, display_name) values ($1, 'Some One')", [leaver.userId]),
  );
  await asAdmin((query) =>
    query("insert into public.members (workspace_id, user_id, role) values ($1, $2, 'member')", [
      workspace,
      leaver.userId,
    ]),
  );
  granted(await list({}, leaver));
  await asAdmin((query) => query("delete from public.members where user_id = $1", [leaver.userId]));
  for (const asked of [workspace, randomUUID()]) {
    for (const args of [{}, { filter: "nonsense" }]) {
      expectNotFound(await list({ ...args, workspace: asked }, leaver));
    }
    expectNotFound(await leaver.rpc("search_requests", { workspace: asked, search: "accounts" }));
    expectNotFound(await leaver.rpc("request_counts", { workspace: asked, today }));
  }
});
