import { describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { addFactor, enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { signIn, signUp } from "./testing/people.ts";
import { draftOf, openWorkspace, sendRequest, statusOf } from "./testing/requests.ts";

describe("a workspace", () => {
  test("has a name, with its creator as owner under the given display name", async () => {
    const nora = await signUp("nora");
    const workspace = granted(
      await nora.rpc("create_workspace", { name: "  Okafor & Lind ", display_name: " Nora " }),
    ) as string;
    const read = await nora.knock(
      `/rest/v1/members?select=role,profiles(display_name),workspaces(name)&workspace_id=eq.${workspace}`,
    );
    expect(read.body).toEqual([
      { role: "owner", profiles: { display_name: "Nora" }, workspaces: { name: "Okafor & Lind" } },
    ]);
  });

  test.each([
    [{ name: " ", display_name: "Nora" }, "workspace.name"],
    [{ name: "a".repeat(limits.nameLength + 1), display_name: "Nora" }, "workspace.name"],
    [{ name: "Okafor", display_name: "\u00a0" }, "profile.name"],
    [{ name: "Okafor", display_name: "a".repeat(limits.nameLength + 1) }, "profile.name"],
  ])("can't be created with %j", async (args, code) => {
    const nora = await signUp("nora");
    expectRefusal(await nora.rpc("create_workspace", args), 422, code);
    expect(await adminRows("select from public.profiles where user_id = $1", [nora.userId])).toEqual([]);
  });

  test("can't lose its last owner", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    await enrol(workspace, await signUp("member"), "member");
    for (const [text, id] of [
      ["delete from public.members where user_id = $1", nora.userId],
      ["update public.members set role = 'admin' where user_id = $1", nora.userId],
      ["delete from auth.users where id = $1", nora.userId],
    ] as const) {
      await expect(asAdmin((query) => query(text, [id]))).rejects.toThrow("workspace.last_owner");
    }
  });

  test("is deleted with all its data, including the history", async () => {
    const { workspace, id, recipient } = await sendRequest({});
    await asAdmin((query) => query("delete from public.workspaces where id = $1", [workspace]));
    expect(await adminRows("select from public.events where request_id = $1", [id])).toEqual([]);
    expect(await statusOf(recipient, id)).toBe("none");
  });

  test("that requires a second factor is visible only to members who have passed it", async () => {
    const { workspace, id, requester, recipient, item } = await sendRequest({});
    await addFactor(requester);
    const strong = await signIn(requester, { aal: "aal2" });
    const weak = await signUp("weak");
    await enrol(workspace, weak, "member");
    await requireSecondFactor(workspace);

    expect(await statusOf(strong, id)).toBe("open");
    expect(await statusOf(weak, id)).toBe("none");
    expectNotFound(await weak.rpc("create_request", { workspace, draft: draftOf([]) }));
    granted(await strong.rpc("create_request", { workspace, draft: draftOf([]) }));
    // Its recipients can still answer.
    expect(await statusOf(recipient, id)).toBe("open");
    granted(
      await recipient.rpc("answer_item", { item: item.id, revision: 0, kind: "cannot_provide", answer: "" }),
    );
  });

  test("shows recipients with a second factor nothing until they have passed it", async () => {
    const { id, recipient } = await sendRequest({});
    await addFactor(recipient);
    expect(await statusOf(recipient, id)).toBe("none");
    expect(await statusOf(await signIn(recipient, { aal: "aal2" }), id)).toBe("open");
  });
});

test("no role can change or delete history", async () => {
  const { id } = await sendRequest({});
  for (const text of [
    "update public.events set kind = 'done' where request_id = $1",
    "delete from public.events where request_id = $1",
  ]) {
    await expect(asAdmin((query) => query(text, [id]))).rejects.toThrow("never changed and never deleted");
  }
  await expect(asAdmin((query) => query("truncate public.events"))).rejects.toThrow("never changed");
});
