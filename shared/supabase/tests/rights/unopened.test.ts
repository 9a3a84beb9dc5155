import { beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { draftOf, openWorkspace } from "./testing/requests.ts";
import { setClock } from "./testing/worker.ts";

beforeEach(() => setClock(null));

/** A request to a person who has never opened it. */
async function sendTo(person: Person, { isInvited = true } = {}) {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const draft = draftOf([{ title: "Passport" }], [person.email]);
  const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request: id }));
  if (isInvited) await update("update public.recipients set invited_at = now() where request_id = $1", id);
  return { id, workspace, requester };
}

const update = (sql: string, id: string) => asAdmin((query) => query(sql, [id]));
const unopened = async (person: Person) => granted(await person.rpc("unopened_requests", {}));
const open = (person: Person, request: string) => person.rpc("open_request", { request });

describe("a request that its recipient has not opened", () => {
  test("is listed to the address that was invited, and to no other", async () => {
    const anna = await signUp("anna");
    const { id, requester } = await sendTo(anna);
    expect(await unopened(anna)).toEqual([
      {
        id,
        title: "Papers for the year",
        due_on: null,
        workspace_name: "Okafor & Lind",
        sender_email: requester.email,
      },
    ]);
    for (const other of [requester, await signUp("anna")]) {
      expect(await unopened(other)).toEqual([]);
      expectNotFound(await open(other, id));
    }
  });

  test("is opened once, and then belongs to the account", async () => {
    const anna = await signUp("anna");
    const { id } = await sendTo(anna);
    expect(granted(await open(anna, id))).toBe(id);
    expect(granted(await open(anna, id))).toBe(id);
    expect(await unopened(anna)).toEqual([]);
    expect(granted(await anna.knock(`/rest/v1/requests?select=id&id=eq.${id}`))).toEqual([{ id }]);
    const history = await adminRows<{ kind: string }>(
      "select kind from public.events where request_id = $1 and kind = 'opened'",
      [id],
    );
    expect(history).toHaveLength(1);
  });

  test("stays hidden from an address that it was corrected to while it was closed", async () => {
    const [anna, victim] = [await signUp("anna"), await signUp("victim")];
    const { id, requester } = await sendTo(anna);
    granted(await requester.rpc("close_request", { request: id }));
    const { recipient, revision } = await adminRow<{ recipient: string; revision: number }>(
      "select p.id as recipient, r.revision from public.recipients as p join public.requests as r on r.id = p.request_id where r.id = $1",
      [id],
    );
    granted(
      await requester.rpc("edit_request", {
        request: id,
        revision,
        change: { recipients: [{ id: recipient, email: victim.email, name: "" }] },
      }),
    );
    expect(await unopened(victim)).toEqual([]);
    expectNotFound(await open(victim, id));
  });

  test.each([
    ["its link was shared by hand", "update public.recipients set invited_at = null where request_id = $1"],
    ["the person was removed", "update public.recipients set removed_at = now() where request_id = $1"],
    ["it was cancelled", "update public.requests set status = 'cancelled', closed_at = now() where id = $1"],
    [
      "the workspace was reported",
      "insert into private.request_reports (request_id, workspace_id, user_id, note) select r.id, r.workspace_id, gen_random_uuid(), '' from public.requests as r where r.id = $1",
    ],
  ])("stays hidden if %s", async (_, change) => {
    const anna = await signUp("anna");
    const { id } = await sendTo(anna);
    await update(change, id);
    expect(await unopened(anna)).toEqual([]);
    expectNotFound(await open(anna, id));
  });

  test.each([
    ["a company", "update auth.users set is_sso_user = true where id = $1", ["sso/saml"]],
    ["a provider", "update auth.users set updated_at = now() where id = $1", ["oauth"]],
    ["nothing", "update auth.users set email_confirmed_at = null where id = $1", ["otp"]],
  ])("stays hidden from an account whose address is proven by %s", async (_, change, methods) => {
    const anna = await signUp("anna");
    const { id } = await sendTo(anna);
    await update(change, anna.userId);
    const amr = methods.map((method) => ({ method, timestamp: Math.floor(Date.now() / 1000) }));
    const asserted = await signIn(anna, { amr });
    expect(await unopened(asserted)).toEqual([]);
    expectNotFound(await open(asserted, id));
  });

  test("is listed after signing in by a provider to an account that was made with a code", async () => {
    const anna = await signUp("anna");
    const { id } = await sendTo(anna);
    await asAdmin((query) =>
      query(
        `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
         values ($1::text, $1::text::uuid, jsonb_build_object('sub', $1::text, 'email', $2::text), 'email', now(), now())`,
        [anna.userId, anna.email],
      ),
    );
    const again = await signIn(anna, { amr: [{ method: "oauth", timestamp: 0 }] });
    expect(await unopened(again)).toMatchObject([{ id }]);
  });
});
