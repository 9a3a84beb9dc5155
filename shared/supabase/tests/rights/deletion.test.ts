import { beforeEach, afterEach, describe, expect, test } from "vitest";
import { adminRow, adminRows } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { type SentRequest, sendRequest, upload } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock, site, work } from "./testing/worker.ts";

const day = (days: number) => setClock(new Date(Date.now() + days * 86_400_000 + 3_600_000));

async function emptyBin(): Promise<void> {
  while (((await work<{ done: number }>("select public.empty_bin(50) as done"))[0]?.done ?? 0) > 0);
}

/** A request that is done, with an accepted file of its first recipient. */
async function doneRequest(options: { recipients?: number } = {}) {
  const sent = await sendRequest(options);
  const file = await upload(sent.recipient, sent.item.id, "passport.pdf");
  granted(await sent.requester.rpc("decide_item", { item: sent.item.id, revision: 1, decision: "accept" }));
  await clearOutbox();
  return { ...sent, file };
}

const remove = async ({ requester, id }: SentRequest) => {
  await proveAll(requester);
  return requester.rpc("delete_request", { request: id });
};
const restore = ({ requester, id }: SentRequest) => requester.rpc("restore_request", { request: id });

const canOpen = async (person: Person, file: string): Promise<boolean> =>
  (granted(await person.rpc("open_files", { files: [file], purpose: "view" })) as string[]).length === 1;

/** The emails that leave within the next hour of this request's people. */
async function emailsOf(people: readonly Person[]) {
  await setClock(new Date(Date.now() + 1_800_000));
  const sent = await sendDue();
  await setClock(null);
  return sent.filter(({ address }) => people.some(({ email }) => email === address));
}

beforeEach(clearOutbox);
afterEach(async () => {
  await setClock(null);
  await clearOutbox();
});

describe("the bin", () => {
  test("holds a request for 14 days, and then it is gone with everything that belongs to it", async () => {
    const sent = await doneRequest();
    granted(await remove(sent));
    granted(await remove(sent));
    expect(
      await adminRows("select kind from public.events where request_id = $1 and kind = 'deleted'", [sent.id]),
    ).toHaveLength(1);
    await day(13.9);
    await emptyBin();
    expect(
      await adminRow("select status, deleted_from from public.requests where id = $1", [sent.id]),
    ).toEqual({
      status: "cancelled",
      deleted_from: "done",
    });
    await day(14);
    await emptyBin();
    for (const table of ["requests", "items", "files", "events", "recipients", "request_search"]) {
      const key = table === "requests" ? "id" : "request_id";
      expect(await adminRows(`select from public.${table} where ${key} = $1`, [sent.id]), table).toEqual([]);
    }
    const [orphans] = await work<{ object_keys: string[] }>(
      "select * from public.claim_orphans(gen_random_uuid(), $1)",
      [sent.workspace],
    );
    expect(orphans?.object_keys).toContain(sent.file.object_key);
  });

  test("is a list of its own, which a request leaves for the archive", async () => {
    const sent = await doneRequest();
    const listed = async () => {
      const found: string[] = [];
      for (const filter of ["done", "archived", "bin"]) {
        const args = { workspace: sent.workspace, filter, sort: "activity", today: "2026-11-20" };
        const rows = granted(await sent.requester.rpc("list_requests", args)) as { id: string }[];
        if (rows.some(({ id }) => id === sent.id)) found.push(filter);
      }
      return found;
    };
    expect(await listed()).toEqual(["done"]);
    granted(await remove(sent));
    expect(await listed()).toEqual(["bin"]);
    granted(await restore(sent));
    expect(await listed()).toEqual(["archived"]);
  });

  test("gives a request back as it was", async () => {
    const sent = await doneRequest();
    granted(await remove(sent));
    granted(await restore(sent));
    granted(await restore(sent));
    await day(20);
    await emptyBin();
    expect(
      await adminRow(
        "select status, deleted_at, deleted_by, archived_at is null as listed from public.requests where id = $1",
        [sent.id],
      ),
    ).toEqual({ status: "done", deleted_at: null, deleted_by: null, listed: false });
    expect(await canOpen(sent.recipient, sent.file.file_id)).toBe(true);
    expect(await emailsOf([sent.requester, sent.recipient])).toEqual([]);
  });

  test("takes only what has ended", async () => {
    const open = await sendRequest({});
    expectRefusal(await remove(open), 409, "request.open");
    granted(await open.requester.rpc("cancel_request", { request: open.id }));
    granted(await remove(open));
    granted(await restore(open));
    expect(await adminRow("select status from public.requests where id = $1", [open.id])).toEqual({
      status: "cancelled",
    });
  });

  test("takes a request that a member has closed, and gives it back closed", async () => {
    const closed = await sendRequest({});
    granted(await closed.requester.rpc("close_request", { request: closed.id }));
    granted(await remove(closed));
    granted(await restore(closed));
    expect(
      await adminRow("select status, closed_by from public.requests where id = $1", [closed.id]),
    ).toEqual({
      status: "done",
      closed_by: closed.requester.userId,
    });
  });

  test("lets no one change a request, and its recipients read only their own files", async () => {
    const sent = await doneRequest({ recipients: 2 });
    const [recipient, other] = sent.recipients;
    if (!recipient || !other) throw new Error("Two recipients were asked");
    expect(await canOpen(other, sent.file.file_id)).toBe(true);
    granted(await remove(sent));
    expect(await canOpen(sent.requester, sent.file.file_id)).toBe(true);
    expect(await canOpen(recipient, sent.file.file_id)).toBe(true);
    expect(await canOpen(other, sent.file.file_id)).toBe(false);
    for (const [name, args] of [
      ["unarchive_request", { request: sent.id }],
      ["reopen_request", { request: sent.id }],
      ["undo_decision", { item: sent.item.id, revision: 2 }],
      ["set_request_retention", { request: sent.id, days: 30 }],
    ] as const)
      expectRefusal(await sent.requester.rpc(name, args), 409, "request.deleted");
    expect(granted(await sent.recipient.rpc("peek_request", { token: sent.token }))).toEqual([]);
    expectRefusal(await recipient.rpc("ask_deletion", { file: sent.file.file_id }), 409, "request.deleted");
  });

  test("is reported to both sides: until when, and by whom", async () => {
    const sent = await doneRequest();
    const tomas = await signUp("tomas");
    granted(await tomas.rpc("change_name", { display_name: "Tomás Duart" }));
    await adminRows("insert into public.members (workspace_id, user_id, role) values ($1, $2, 'member')", [
      sent.workspace,
      tomas.userId,
    ]);
    granted(await tomas.rpc("watch_request", { request: sent.id, watched: true }));
    granted(await remove(sent));
    const told = {
      workspace: "Okafor & Lind",
      title: "Papers for the year",
      by: "Nora Okafor",
      goneOn: expect.any(String),
    };
    const emails = await emailsOf([sent.recipient, tomas]);
    expect(emails.toSorted((one, other) => one.address.localeCompare(other.address))).toMatchObject(
      [
        {
          kind: "binned",
          address: sent.recipient.email,
          facts: { ...told, url: `${site}/r/${sent.token}`, recipientName: expect.any(String) },
        },
        { kind: "binned", address: tomas.email, facts: { ...told, url: `${site}/requests/${sent.id}` } },
      ].toSorted((one, other) => one.address.localeCompare(other.address)),
    );
  });
});

describe("a recipient who wants a file deleted", () => {
  const ask = (person: Person, file: string) => person.rpc("ask_deletion", { file });
  const decide = (person: Person, file: string, isGranted: boolean, reason?: string) =>
    person.rpc("decide_deletion", { file, granted: isGranted, ...(reason !== undefined && { reason }) });
  const kinds = async ({ id }: SentRequest) =>
    (
      await adminRows<{ kind: string }>("select kind from public.events where request_id = $1 order by seq", [
        id,
      ])
    )
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("deletion"));

  test("asks once the request has ended, and members are told", async () => {
    const sent = await doneRequest();
    granted(await ask(sent.recipient, sent.file.file_id));
    granted(await ask(sent.recipient, sent.file.file_id));
    expect(await kinds(sent)).toEqual(["deletion_asked"]);
    expect(await emailsOf([sent.requester])).toMatchObject([
      { kind: "deletion_asked", facts: { files: [{ name: "passport.pdf", item: "Passport" }] } },
    ]);
    const open = await sendRequest({});
    const fresh = await upload(open.recipient, open.item.id);
    expectRefusal(await ask(open.recipient, fresh.file_id), 409, "request.open");
  });

  test("has it deleted if members agree: unreadable at once, its row stays", async () => {
    const sent = await doneRequest();
    granted(await ask(sent.recipient, sent.file.file_id));
    granted(await decide(sent.requester, sent.file.file_id, true));
    for (const person of [sent.requester, sent.recipient])
      expect(await canOpen(person, sent.file.file_id)).toBe(false);
    expect(
      await adminRow("select name, status, removed_by, purged_at from public.files where id = $1", [
        sent.file.file_id,
      ]),
    ).toEqual({
      name: "passport.pdf",
      status: "removed",
      removed_by: sent.requester.userId,
      purged_at: null,
    });
    expect(await kinds(sent)).toEqual(["deletion_asked", "deletion_granted"]);
    expect(await emailsOf([sent.recipient])).toMatchObject([
      { kind: "deletion_decided", facts: { files: [{ name: "passport.pdf", refusal: null }] } },
    ]);
    expectRefusal(await decide(sent.requester, sent.file.file_id, true), 409, "deletion.not_asked");
    expectNotFound(await ask(sent.recipient, sent.file.file_id));
  });

  test("reads the reason if members refuse, and may ask again", async () => {
    const sent = await doneRequest();
    granted(await ask(sent.recipient, sent.file.file_id));
    expectRefusal(await decide(sent.requester, sent.file.file_id, false), 422, "reason.required");
    expectRefusal(
      await decide(sent.requester, sent.file.file_id, false, "x".repeat(1001)),
      422,
      "reason.too_long",
    );
    const reason = "We must keep it for ten years.";
    granted(await decide(sent.requester, sent.file.file_id, false, reason));
    expect(await canOpen(sent.recipient, sent.file.file_id)).toBe(true);
    expect(await emailsOf([sent.recipient])).toMatchObject([{ facts: { files: [{ refusal: reason }] } }]);
    const row = `select=deletion_refusal&id=eq.${sent.file.file_id}`;
    expect(granted(await sent.recipient.knock(`/rest/v1/files?${row}`))).toEqual([
      { deletion_refusal: reason },
    ]);
    granted(await ask(sent.recipient, sent.file.file_id));
    expect(await kinds(sent)).toEqual(["deletion_asked", "deletion_refused", "deletion_asked"]);
  });

  test("is the one who sent it, and members alone decide, about what was asked", async () => {
    const sent = await doneRequest({ recipients: 2 });
    const [, other] = sent.recipients;
    const stranger = await signUp("stranger");
    for (const person of [other, sent.requester, stranger])
      if (person) expectNotFound(await ask(person, sent.file.file_id));
    expectRefusal(await decide(sent.requester, sent.file.file_id, true), 409, "deletion.not_asked");
    granted(await ask(sent.recipient, sent.file.file_id));
    for (const person of [sent.recipient, stranger])
      expectNotFound(await decide(person, sent.file.file_id, true));
  });

  test("and members who decide at the same moment: one decision holds", async () => {
    const sent = await doneRequest();
    granted(await ask(sent.recipient, sent.file.file_id));
    const answers = await Promise.all([
      decide(sent.requester, sent.file.file_id, true),
      decide(sent.requester, sent.file.file_id, false, "No."),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(await kinds(sent)).toHaveLength(2);
  });
});
