import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRows } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { openWorkspace, replaceLink, sendRequest } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock } from "./testing/worker.ts";

const hours = (count: number) => setClock(new Date(Date.now() + count * 3_600_000));

/** Facts of the emails of a kind that a person has got by now. */
const toldOf = async (person: Person, kind = "owner_notice") =>
  (await sendDue())
    .filter((email) => email.kind === kind && email.address === person.email)
    .map(({ facts }) => facts);

/** A workspace whose owner isn't the one who acts. */
async function firmOf() {
  const [nora, idris] = [await signUp("nora"), await signUp("idris")];
  const workspace = await openWorkspace(nora);
  await enrol(workspace, idris, "admin");
  await proveAll(idris);
  return { nora, idris, workspace };
}

const act = async (person: Person, name: string, args: Record<string, unknown>) => {
  await proveAll(person);
  return granted(await person.rpc(name, args));
};

beforeEach(clearOutbox);
afterEach(async () => {
  await setClock(null);
  await clearOutbox();
});

describe("owners, and the member who did it, are emailed", () => {
  test("of links that were replaced and files that are kept for fewer days, within minutes and in one email", async () => {
    const { nora, idris, workspace } = await firmOf();
    const sent = await sendRequest({ requester: idris, workspace });
    await replaceLink(sent);
    await act(idris, "set_request_retention", { request: sent.id, days: 30 });
    await hours(0.1);
    const emails = await sendDue();
    for (const person of [nora, idris])
      expect(emails.filter(({ address }) => address === person.email)).toMatchObject([
        {
          kind: "owner_notice",
          facts: {
            workspace: "Okafor & Lind",
            changes: [
              { kind: "link_replaced", subject: "Papers for the year" },
              { kind: "retention_changed", subject: "Papers for the year" },
            ],
            hasMore: false,
          },
        },
      ]);
  });

  test("of requests in the bin once a day, also a sole owner who did it", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const bin = async () => {
      const { id } = await sendRequest({ requester: nora, workspace });
      granted(await nora.rpc("cancel_request", { request: id }));
      await act(nora, "delete_request", { request: id });
    };
    await bin();
    await bin();
    await hours(0.1);
    expect(await toldOf(nora)).toMatchObject([
      { changes: [{ kind: "deleted", by: "Nora Okafor" }, { kind: "deleted" }] },
    ]);
    await bin();
    await hours(20);
    expect(await toldOf(nora)).toEqual([]);
    await hours(25);
    expect(await toldOf(nora)).toMatchObject([{ changes: [{ kind: "deleted" }] }]);
  });

  test("of twenty changes by name, and that there are more", async () => {
    const { nora, idris, workspace } = await firmOf();
    const sent = await sendRequest({ requester: idris, workspace });
    for (let count = 0; count < 22; count += 1) await replaceLink(sent);
    await hours(0.1);
    const [facts] = await toldOf(nora);
    expect(facts).toMatchObject({ hasMore: true });
    expect(facts?.["changes"]).toHaveLength(20);
  });
});

test("requests that are deleted and restored don't hide other changes", async () => {
  const { nora, idris, workspace } = await firmOf();
  const bait = await sendRequest({ requester: idris, workspace });
  granted(await idris.rpc("cancel_request", { request: bait.id }));
  const deleteAndRestore = async () => {
    granted(await idris.rpc("delete_request", { request: bait.id }));
    granted(await idris.rpc("restore_request", { request: bait.id }));
  };
  for (let count = 0; count < 20; count += 1) await deleteAndRestore();
  await replaceLink(await sendRequest({ requester: idris, workspace }));
  await hours(0.1);
  expect(await toldOf(nora)).toMatchObject([{ changes: [{ kind: "link_replaced" }], hasMore: false }]);
});

test("an email whose listed changes are undone still says that there were more", async () => {
  const { nora, idris, workspace } = await firmOf();
  const baits = await Promise.all(
    Array.from({ length: 20 }, () => sendRequest({ requester: idris, workspace })),
  );
  for (const { id } of baits) {
    granted(await idris.rpc("cancel_request", { request: id }));
    granted(await idris.rpc("delete_request", { request: id }));
  }
  await replaceLink(await sendRequest({ requester: idris, workspace }));
  for (const { id } of baits) granted(await idris.rpc("restore_request", { request: id }));
  await hours(0.1);
  expect(await toldOf(nora)).toMatchObject([{ changes: [], hasMore: true }]);
});

test("a member who was removed is told so, and so are the owners; one who leaves isn't", async () => {
  const { nora, idris, workspace } = await firmOf();
  const maya = await signUp("maya");
  await enrol(workspace, maya, "member");
  granted(await maya.rpc("remove_member", { workspace, member: maya.userId }));
  await act(nora, "remove_member", { workspace, member: idris.userId });
  await hours(0.1);
  const emails = await sendDue();
  const of = (person: Person) => emails.filter(({ address }) => address === person.email);
  expect(of(maya)).toEqual([]);
  expect(of(idris)).toMatchObject([
    { kind: "member_removed", facts: { workspace: "Okafor & Lind", by: "Nora Okafor" } },
  ]);
  expect(of(nora)).toMatchObject([
    { kind: "owner_notice", facts: { changes: [{ kind: "member_removed", by: "Nora Okafor" }] } },
  ]);
  expect(await adminRows("select from private.outbox where user_id = $1", [maya.userId])).toEqual([]);
});
