import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRows } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { openWorkspace } from "./testing/requests.ts";

const save = (by: Person, workspace: string, name: unknown, query: unknown = "filter=overdue") =>
  by.rpc("save_view", { workspace, name, query });
const saved = async (by: Person, workspace: string, name: string, query?: string) =>
  granted(await save(by, workspace, name, query)) as string;
const change = (by: Person, view: string, to: { name?: unknown; query?: unknown }) =>
  by.rpc("change_view", { view, ...to });

async function listed(by: Person, workspace: string): Promise<string[]> {
  const path = `/rest/v1/saved_views?select=name,query&order=name&workspace_id=eq.${workspace}`;
  const rows = granted(await by.knock(path)) as { name: string; query: string }[];
  return rows.map(({ name, query }) => `${name}: ${query}`);
}

async function nora(): Promise<{ nora: Person; workspace: string }> {
  const person = await signUp("nora");
  return { nora: person, workspace: await openWorkspace(person) };
}

describe("a saved view", () => {
  test("is one's own: renamed, given other filters and deleted by the member who saved it alone", async () => {
    const { nora: owner, workspace } = await nora();
    const idris = await signUp("idris");
    await enrol(workspace, idris, "admin");
    const view = await saved(owner, workspace, "  To\tchase ");
    await saved(idris, workspace, "To chase", "filter=drafts");
    expect(await listed(owner, workspace)).toEqual(["To chase: filter=overdue"]);
    expect(await listed(idris, workspace)).toEqual(["To chase: filter=drafts"]);

    for (const answer of [
      await change(idris, view, { name: "Mine" }),
      await idris.rpc("delete_view", { view }),
    ]) {
      expectNotFound(answer);
    }
    granted(await change(owner, view, { name: "Late" }));
    granted(await change(owner, view, { query: "filter=overdue&sort=due" }));
    expect(await listed(owner, workspace)).toEqual(["Late: filter=overdue&sort=due"]);
    granted(await owner.rpc("delete_view", { view }));
    expectNotFound(await owner.rpc("delete_view", { view }));
    expect(await listed(owner, workspace)).toEqual([]);
  });

  test("has a name that differs from one's others by more than case, in one workspace", async () => {
    const { nora: owner, workspace } = await nora();
    const [late] = [await saved(owner, workspace, "Late"), await saved(owner, workspace, "Drafts")];
    expectRefusal(await save(owner, workspace, "LATE"), 422, "view.exists");
    expectRefusal(await change(owner, late, { name: "drafts" }), 422, "view.exists");
    granted(await change(owner, late, { name: "LATE" }));
    await saved(owner, await openWorkspace(owner), "Late");
    expect(await listed(owner, workspace)).toEqual(["Drafts: filter=overdue", "LATE: filter=overdue"]);
  });

  test.each([null, "", "  ", "\u200b", "x".repeat(limits.viewNameLength + 1)])(
    "can't be called %j",
    async (name) => {
      const { nora: owner, workspace } = await nora();
      const view = await saved(owner, workspace, "x".repeat(limits.viewNameLength));
      expectRefusal(await save(owner, workspace, name), 422, "view.name");
      if (name !== null) expectRefusal(await change(owner, view, { name }), 422, "view.name");
    },
  );

  const full = "q=".padEnd(limits.viewQueryLength, "x");
  test.each([
    "",
    "filter=done&q=b%C3%A4nk+stat&sort=due",
    "q=日本&repeats=1&due=week",
    "assignee=me&tag=",
    full,
  ])("holds the address “%s”", async (query) => {
    const { nora: owner, workspace } = await nora();
    await saved(owner, workspace, "View", query);
    expect(await listed(owner, workspace)).toEqual([`View: ${query}`]);
  });

  test.each([
    null,
    "workspace=1",
    "filter=done&next=https%3A",
    "filter",
    "filter=done&",
    "&filter=done",
    "?filter=done",
    "q=a b",
    "q=a\nb",
    "q=<b>",
    "q=a#b",
    `${full}x`,
  ])("doesn't hold the address %j", async (query) => {
    const { nora: owner, workspace } = await nora();
    const view = await saved(owner, workspace, "View");
    expectRefusal(await save(owner, workspace, "Other", query), 422, "view.query");
    if (query !== null) expectRefusal(await change(owner, view, { query }), 422, "view.query");
  });

  test("is one of at most twenty, also if they are saved at the same time", async () => {
    const { nora: owner, workspace } = await nora();
    const answers = await Promise.all(
      Array.from({ length: limits.savedViews + 2 }, (_, n) => save(owner, workspace, `View ${n}`)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectRefusal(answer, 422, "view.too_many");
    expect(await listed(owner, workspace)).toHaveLength(limits.savedViews);
  });

  test("isn't read without the second factor that the workspace requires", async () => {
    const { nora: owner, workspace } = await nora();
    const view = await saved(owner, workspace, "Late");
    await requireSecondFactor(workspace);
    expect(await listed(owner, workspace)).toEqual([]);
    for (const answer of [
      await save(owner, workspace, "Other"),
      await change(owner, view, { name: "Other" }),
      await owner.rpc("delete_view", { view }),
    ]) {
      expectNotFound(answer);
    }
  });
});

describe("saved views end with", () => {
  const left = (workspace: string) =>
    adminRows("select name from public.saved_views where workspace_id = $1", [workspace]);

  test("the membership", async () => {
    const { nora: owner, workspace } = await nora();
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    await saved(idris, workspace, "Late");
    const kept = await openWorkspace(idris);
    await saved(idris, kept, "Kept");
    granted(await owner.rpc("remove_member", { workspace, member: idris.userId }));
    expect(await left(workspace)).toEqual([]);
    expect(await left(kept)).toEqual([{ name: "Kept" }]);
    expectNotFound(await save(idris, workspace, "Late"));
  });

  test("the account and the workspace", async () => {
    const { nora: owner, workspace } = await nora();
    const other = await openWorkspace(owner);
    for (const each of [workspace, other]) await saved(owner, each, "Late");
    await proveAll(owner);
    granted(await owner.rpc("delete_workspace", { workspace: other }));
    expect(await left(other)).toEqual([]);
    expect(await left(workspace)).toEqual([{ name: "Late" }]);
    granted(await owner.rpc("delete_account", { workspaces: [workspace] }));
    expect(await left(workspace)).toEqual([]);
  });
});
