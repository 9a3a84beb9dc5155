import { describe, expect, test } from "vitest";
import { addFactor, enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import {
  begin,
  get,
  itemsOf,
  openWorkspace,
  put,
  sendRequest,
  statusOf,
  upload,
} from "./testing/requests.ts";

async function leave(person: Person, workspaces: string[] = []) {
  await person.rpc("record_proof", { act: "delete_account" });
  return person.rpc("delete_account", { workspaces });
}
const countOf = async (table: string, userId: string) =>
  (await adminRows(`select from auth.${table} where user_id = $1`, [userId])).length;

describe("deleting the account of a recipient", () => {
  test("removes all sign-in methods and keeps the uploaded files for the requester", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);
    const other = await signIn(recipient);
    await addFactor(other);
    const strong = await signIn(recipient, { aal: "aal2" });

    granted(await leave(strong));
    expect(await adminRows("select from auth.users where id = $1", [recipient.userId])).toEqual([]);
    for (const table of ["sessions", "mfa_factors", "identities"]) {
      expect(await countOf(table, recipient.userId), table).toBe(0);
    }
    expect(await get(requester, file.object_key)).toMatchObject({ status: 200 });
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted" }]);
    expect(
      await adminRows(
        "select actor, actor_name from public.events where request_id = $1 and kind = 'file_added'",
        [id],
      ),
    ).toEqual([{ actor: recipient.userId, actor_name: `${recipient.email[0]}…@rights.example` }]);
  });

  test("signs out every device at once", async () => {
    const { id, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);
    const phone = await signIn(recipient);
    granted(await leave(recipient));
    for (const person of [recipient, phone]) {
      expect(await statusOf(person, id)).toBe("none");
      expect(await get(person, file.object_key)).toMatchObject({ status: 400 });
      expectRefusal(await person.rpc("my_sessions", {}), 401, "session.required");
      expectRefusal(await leave(person), 401, "session.required");
    }
  });

  test("lets the address be used for a new account that joins again", async () => {
    const { id, token, recipient } = await sendRequest({});
    granted(await leave(recipient));
    const row = await adminRow("select user_id, email from public.recipients where request_id = $1", [id]);
    expect(row).toEqual({ user_id: null, email: recipient.email });
    const again = await signUp("anna");
    await asAdmin((query) =>
      query("update auth.users set email = $2 where id = $1", [again.userId, recipient.email]),
    );
    granted(await again.rpc("join_request", { token }));
    expect(await statusOf(again, id)).toBe("open");
  });

  test("removes unfinished uploads", async () => {
    const { recipient, item } = await sendRequest({});
    const begun = await begin(recipient, item.id);
    const sent = await begin(recipient, item.id);
    granted(await put(recipient, sent.object_key));
    granted(await leave(recipient));
    expect(
      await adminRows("select status, removed_by from public.files where id = any($1)", [
        [begun.file_id, sent.file_id],
      ]),
    ).toEqual(Array.from({ length: 2 }, () => ({ status: "removed", removed_by: recipient.userId })));
  });
});

describe("deleting the account of a workspace member", () => {
  test("deletes a workspace without other members, once it is confirmed", async () => {
    const { id, workspace, requester, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);
    expect(granted(await requester.rpc("sole_ownerships", {}))).toEqual([
      { workspace_id: workspace, name: "Okafor & Lind", other_members: 0, requests: 1, files: 1 },
    ]);
    expectRefusal(await leave(requester), 409, "account.changed");
    expect(await statusOf(requester, id)).toBe("open");

    granted(await leave(requester, [workspace]));
    expect(await adminRows("select from public.workspaces where id = $1", [workspace])).toEqual([]);
    expect(await statusOf(recipient, id)).toBe("none");
    expect(await get(recipient, file.object_key)).toMatchObject({ status: 400 });
  });

  test("is refused to the last owner of a workspace with other members", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    await enrol(workspace, await signUp("ines"), "admin");
    expect(granted(await nora.rpc("sole_ownerships", {}))).toMatchObject([{ other_members: 1 }]);
    expectRefusal(await leave(nora, [workspace]), 409, "workspace.last_owner");
    expect(await countOf("sessions", nora.userId)).toBe(1);
  });

  test("keeps a workspace that has another owner, with its requests", async () => {
    const { id, workspace, requester } = await sendRequest({});
    const lind = await signUp("lind");
    await enrol(workspace, lind, "owner");
    expect(granted(await requester.rpc("sole_ownerships", {}))).toEqual([]);
    granted(await leave(requester));
    expect(await statusOf(lind, id)).toBe("open");
    expect(granted(await lind.rpc("sole_ownerships", {}))).toMatchObject([{ workspace_id: workspace }]);
  });

  test("requires the second factor that the workspace requires", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    await requireSecondFactor(workspace);
    expectRefusal(await leave(nora, [workspace]), 422, "insufficient_aal");
    await addFactor(nora);
    expectRefusal(await leave(nora, [workspace]), 401, "session.required");
    granted(await leave(await signIn(nora, { aal: "aal2" }), [workspace]));
  });

  test("doesn't delete another user's workspace", async () => {
    const nora = await signUp("nora");
    const theirs = await openWorkspace(nora);
    granted(await leave(await signUp("mats"), [theirs]));
    expect(await adminRows("select from public.workspaces where id = $1", [theirs])).toHaveLength(1);
  });
});
