import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { seedWorkspaces } from "../scale/seed-workspaces.ts";
import { adminRows, asAdmin, database } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";

/** In every state more than a search compares before it asks the index, but for the drafts. */
const requests = 5_200;
const workspace = randomUUID();
let nora: Person;

beforeAll(async () => {
  nora = await signUp("nora");
  await seedWorkspaces(database, { workspaces: [{ id: workspace, ownerId: nora.userId }], requests });
  await asAdmin((query) =>
    query(
      `update public.requests as r set status = s.status, archived_at = s.archived_at
       from (
         select id, row_number() over () as place from public.requests where workspace_id = $1 and title ~ 'Müller'
       ) as m
       join (values (1, 'draft', null), (2, 'cancelled', null), (3, 'done', now())) as s (place, status, archived_at)
         using (place)
       where r.id = m.id`,
      [workspace],
    ),
  );
});

/** Ids of a plain query, without the function and its indexes. */
async function expectedIds(matching: string): Promise<string[]> {
  const rows = await adminRows<{ id: string }>(
    `select id from public.requests where workspace_id = $1 and ${matching} order by last_activity_at desc, id desc`,
    [workspace],
  );
  return rows.map(({ id }) => id);
}

interface FoundRow {
  id: string;
  status: string;
  archived_at: string | null;
}

const search = (words: string, args: { person?: Person; workspace?: string } = {}) =>
  (args.person ?? nora).rpc("search_requests", { workspace: args.workspace ?? workspace, search: words });
const rowsOf = async (words: string) => granted(await search(words)) as FoundRow[];
const idsOf = async (words: string) => (await rowsOf(words)).map(({ id }) => id);

describe("a search finds, the latest first, all requests", () => {
  test.each([
    ["by a word that few have, older than the latest", "quokka", "title ~ 'quokka'"],
    ["without the accent that the title has", "zurich", "title ~ 'Zürich'"],
    ["by the beginning of a word", "MORTG 2022", "title ~ '2022.*mortgage'"],
    ["by several words", "2017 zür", "title ~ '2017.*Zürich'"],
    ["by a word that no request has", "absent", "false"],
  ])("%s", async (_, words, matching) => {
    expect(await idsOf(words)).toEqual(await expectedIds(matching));
  });

  test("by the beginning of an address", async () => {
    expect(await idsOf("recipient1234@seed.example")).toHaveLength(1);
  });
});

describe("a search", () => {
  test("looks in every state", async () => {
    const found = await rowsOf("muller");
    const states = found.map(({ status, archived_at }) => (archived_at === null ? status : "archived"));
    expect(new Set(states)).toEqual(new Set(["open", "draft", "cancelled", "archived"]));
  });

  test.each(["accounts", "a"])(
    "for %s, a common beginning, shows the latest matches and says so",
    async (words) => {
      const answer = await search(words);
      expect(answer.status).toBe(206);
      const rows = answer.body as FoundRow[];
      expect(rows).toHaveLength(limits.searchMatches);
    },
  );

  test("that shows every match says nothing", async () => {
    expect((await search("quokka")).status).toBe(200);
  });

  test.each(["&|!()", "<-> :*", "'", "\\", "%", "", " \u00a0 "])(
    "for %j, without a word, finds nothing",
    async (words) => {
      expect(await idsOf(words)).toEqual([]);
    },
  );

  test("without words at all finds nothing", async () => {
    expect(granted(await nora.rpc("search_requests", { workspace, search: null }))).toEqual([]);
  });

  test("reads operators as spaces", async () => {
    expect(await idsOf("zurich & !quokka:* | 'accounts")).toEqual([]);
    expect(await idsOf("(zurich) <-> :*")).toEqual(await idsOf("zurich"));
  });

  test("of more characters than the contract allows is refused", async () => {
    expect(await idsOf("x".repeat(limits.searchLength))).toEqual([]);
    for (const length of [limits.searchLength + 1, 10_000]) {
      expectRefusal(await search("x ".repeat(length).slice(0, length)), 422, "search.too_long");
    }
  });

  test("has at most the contract's matches, whatever limit and offset are sent", async () => {
    const args = new URLSearchParams({ workspace, search: "accounts", select: "id" });
    const ask = async (window: string) =>
      (await nora.knock(`/rest/v1/rpc/search_requests?${args.toString()}&${window}`)).body as unknown[];
    expect(await ask("limit=100000")).toHaveLength(limits.searchMatches);
    expect(await ask("offset=200")).toEqual([]);
  });

  test("keeps to its workspace, also for one whose id begins alike", async () => {
    const neighbour = `${workspace.slice(0, 8)}${randomUUID().slice(8)}`;
    const other = await signUp("neighbour");
    await seedWorkspaces(database, { workspaces: [{ id: neighbour, ownerId: other.userId }], requests: 40 });
    expect(await idsOf("quokka")).toHaveLength(3);
    const theirs = granted(await search("quokka", { person: other, workspace: neighbour })) as FoundRow[];
    expect(theirs).toHaveLength(3);
    expectNotFound(await search("quokka", { workspace: neighbour }));
  });
});
