import { beforeEach, describe, expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectNotFound, granted } from "./testing/expectations.ts";
import { signUp } from "./testing/people.ts";
import { draftOf, linkOf, openWorkspace, replaceLink, sendRequest } from "./testing/requests.ts";
import { setClock, work } from "./testing/worker.ts";

beforeEach(() => setClock(null));

/** The name that the worker may print in an email with a code to this address. */
const nameFor = async (token: string, address: string) =>
  (await work<{ name: string | null }>("select public.link_workspace($1, $2) as name", [token, address]))[0]
    ?.name;

/** A request to one address that has no account, or has not opened it. Its invitation has left, unless it is shared by hand. */
async function sendTo(email: string, { isInvited = true } = {}) {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const draft = draftOf([{ title: "Passport" }], [email]);
  const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request: id }));
  if (isInvited) {
    await asAdmin((query) =>
      query("update public.recipients set invited_at = now() where request_id = $1", [id]),
    );
  }
  return { id, workspace, requester, token: await linkOf(requester, id) };
}

let count = 0;
const newAddress = () => `first-${(count += 1)}-${Date.now()}@people.example`;

describe("the workspace of a link", () => {
  test("is named to a recipient without an account, and to no other address", async () => {
    const address = newAddress();
    const { token, requester } = await sendTo(address);
    expect(await nameFor(token, address)).toBe("Okafor & Lind");
    expect(await nameFor(token, ` ${address.toUpperCase()} `)).toBe("Okafor & Lind");
    for (const other of [newAddress(), requester.email, "", `${address}x`]) {
      expect(await nameFor(token, other), other).toBeNull();
    }
    for (const other of ["", "9".repeat(43), `${token}x`, "a".repeat(100_000)]) {
      expect(await nameFor(other, address), other).toBeNull();
    }
  });

  test("is named to a recipient who has joined, by a former link too", async () => {
    const { id, token, requester, recipient } = await sendRequest({});
    expect(await nameFor(token, recipient.email)).toBe("Okafor & Lind");
    await replaceLink({ requester, id });
    expect(await nameFor(token, recipient.email)).toBe("Okafor & Lind");
    granted(await requester.rpc("cancel_request", { request: id }));
    expect(await nameFor(token, recipient.email)).toBe("Okafor & Lind");
  });

  test("is named only to people who have joined once the link is replaced or the request cancelled", async () => {
    const address = newAddress();
    const { id, token, requester } = await sendTo(address);
    const fresh = await replaceLink({ requester, id });
    expect(await nameFor(token, address)).toBeNull();
    expect(await nameFor(fresh, address)).toBe("Okafor & Lind");
    granted(await requester.rpc("cancel_request", { request: id }));
    expect(await nameFor(fresh, address)).toBeNull();
  });

  test("is not named to a person who was removed", async () => {
    const address = newAddress();
    const { id, token } = await sendTo(address);
    await asAdmin((query) =>
      query("update public.recipients set removed_at = now() where request_id = $1", [id]),
    );
    expect(await nameFor(token, address)).toBeNull();
  });

  test("belongs to the account that joined: a later owner of the address gets no name", async () => {
    const { token, recipient } = await sendRequest({});
    const moved = `moved-${recipient.email}`;
    await asAdmin((query) =>
      query("update auth.users set email = $2 where id = $1", [recipient.userId, moved]),
    );
    expect(await nameFor(token, moved)).toBe("Okafor & Lind");
    expect(await nameFor(token, recipient.email)).toBeNull();
  });

  test("is not named to an address that takes no email from workspaces", async () => {
    const address = newAddress();
    const { token } = await sendTo(address);
    await asAdmin((query) =>
      query(
        "insert into private.suppressed_addresses (address_hash, reason) values (private.address_hash($1), 'asked')",
        [address],
      ),
    );
    expect(await nameFor(token, address)).toBeNull();
  });

  test("isn't named for thirty days after a report, and never again to the reporter", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [reporter, other] = sent.recipients;
    if (!reporter || !other) throw new Error("Two people are missing");
    granted(await reporter.rpc("report_request", { request: sent.id }));
    const names = async () => [
      await nameFor(sent.token, reporter.email),
      await nameFor(sent.token, other.email),
    ];
    expect(await names()).toEqual([null, null]);
    await asAdmin((query) =>
      query("update private.request_reports set at = now() - interval '31 days' where workspace_id = $1", [
        sent.workspace,
      ]),
    );
    expect(await names()).toEqual([null, "Okafor & Lind"]);
  });

  test("is named by a link that the requester shares only after a recipient has answered the workspace", async () => {
    const address = newAddress();
    const { workspace, token } = await sendTo(address, { isInvited: false });
    expect(await nameFor(token, address)).toBeNull();
    await asAdmin((query) =>
      query("insert into private.answered_workspaces (workspace_id) values ($1)", [workspace]),
    );
    expect(await nameFor(token, address)).toBe("Okafor & Lind");
  });

  test("agrees with who may join", async () => {
    const { id, token, recipient } = await sendRequest({});
    const other = await signUp("other");
    expectNotFound(await other.rpc("join_request", { token }));
    expect(await nameFor(token, other.email)).toBeNull();
    expect(granted(await recipient.rpc("join_request", { token }))).toBe(id);
    expect(await nameFor(token, recipient.email)).not.toBeNull();
  });

  test("is looked up without a trace", async () => {
    const { id, token, recipient } = await sendRequest({});
    const state = () =>
      adminRow<{ state: string }>(
        `select md5(string_agg(p::text, ',')) || (select count(*) from public.events where request_id = $1) as state
         from public.recipients as p where p.request_id = $1`,
        [id],
      );
    const before = await state();
    await nameFor(token, recipient.email);
    expect(await state()).toEqual(before);
  });
});
