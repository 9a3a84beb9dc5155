import { randomUUID } from "node:crypto";
import { isErrorCode } from "@sheaf/contract/errors/describe-error";
import { type QuotaName, quotas } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { TestResponse } from "./testing/front-door.ts";
import { type Person, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import {
  begin,
  draftOf,
  openWorkspace,
  pdf,
  put,
  sendRequest,
  type SentRequest,
  sha256,
  type Upload,
  upload,
} from "./testing/requests.ts";

const today = "date_trunc('day', now(), 'UTC')";

/** Makes a subject's usage what is left of the quota, without using it: only `left` more fits. */
async function leave(name: QuotaName, subject: string, left: number, since = today): Promise<void> {
  await asAdmin((query) =>
    query(
      `insert into private.usage (name, subject, since, used)
       select name, $2, ${since}, most - $3 from private.quotas where name = $1
       on conflict (name, subject, since) do update set used = excluded.used`,
      [name, subject, left],
    ),
  );
}

async function usedBytes(workspace: string): Promise<number> {
  const rows = await adminRows<{ used: string }>(
    "select used from private.usage where name = 'workspace_bytes' and subject = $1",
    [workspace],
  );
  return Number(rows[0]?.used ?? 0);
}

const create = (person: Person, workspace: string, emails: string[] = []) =>
  person.rpc("create_request", { workspace, draft: draftOf([{ title: "Passport" }], emails) });
const beginUpload = (person: Person, item: string) =>
  person.rpc("begin_upload", { item, name: "passport.pdf", size: pdf.length, mime: "application/pdf" });

/** Of simultaneous calls exactly one fits. */
function expectOne(answers: TestResponse[], code: string): void {
  const refused = answers.filter(({ status }) => status >= 300);
  expect(refused).toHaveLength(answers.length - 1);
  for (const answer of refused) expectRefusal(answer, 422, code);
}

test("the database has the contract's quotas, and each has a message", async () => {
  const rows = await adminRows<{ name: string; most: string }>("select name, most from private.quotas");
  expect(Object.fromEntries(rows.map(({ name, most }) => [name, Number(most)]))).toEqual(quotas);
  for (const name of Object.keys(quotas)) expect(isErrorCode(`quota.${name}`), name).toBe(true);
});

test("an account can own a limited number of workspaces, however many it creates at once", async () => {
  const anna = await signUp("anna");
  const first = await openWorkspace(anna);
  await asAdmin((query) =>
    query(
      `with made as (
         insert into public.workspaces (name) select 'More' from generate_series(1, $2::int) returning id
       )
       insert into public.members (workspace_id, user_id, role) select id, $1, 'owner' from made`,
      [anna.userId, quotas.workspaces - 2],
    ),
  );
  const open = () => anna.rpc("create_workspace", { name: "Another", display_name: "Anna" });
  expectOne(await Promise.all([open(), open(), open()]), "quota.workspaces");
  const { count } = await adminRow("select count(*)::int as count from public.members where user_id = $1", [
    anna.userId,
  ]);
  expect(count).toBe(quotas.workspaces);
  // One quota doesn't touch what is already there.
  granted(await create(anna, first));
});

test("a workspace can create a limited number of requests a day", async () => {
  const anna = await signUp("anna");
  const workspace = await openWorkspace(anna);
  await leave("requests", workspace, 1);
  expectOne(
    await Promise.all([create(anna, workspace), create(anna, workspace), create(anna, workspace)]),
    "quota.requests",
  );
  granted(await create(anna, await openWorkspace(anna)));
});

test("yesterday's requests don't count, and their counts are deleted", async () => {
  const anna = await signUp("anna");
  const workspace = await openWorkspace(anna);
  await leave("requests", workspace, 0, `${today} - interval '1 day'`);
  granted(await create(anna, workspace));
  const counts = await adminRows("select used::int from private.usage where subject = $1", [workspace]);
  expect(counts).toEqual([{ used: 1 }]);
});

test("a refused request is not counted", async () => {
  const anna = await signUp("anna");
  const workspace = await openWorkspace(anna);
  expect((await anna.rpc("create_request", { workspace, draft: { title: "" } })).status).toBe(422);
  expect(await adminRows("select from private.usage where subject = $1", [workspace])).toEqual([]);
});

test("an address can be sent a limited number of requests a day by one workspace", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  const [mats, ines] = ["mats@rights.example", "ines@rights.example"];
  const sendTo = async (where: string, emails: string[]) => {
    const request = granted(await create(nora, where, emails)) as string;
    return nora.rpc("send_request", { request });
  };
  await leave("address", `${workspace} ${sha256(Buffer.from(mats))}`, 1);
  expectOne(await Promise.all([1, 2, 3].map(() => sendTo(workspace, [ines, mats]))), "quota.address");
  granted(await sendTo(workspace, [ines]));
  // Another workspace learns nothing about who else sends to this address.
  const lind = await signUp("lind");
  const elsewhere = granted(await create(lind, await openWorkspace(lind), [mats])) as string;
  granted(await lind.rpc("send_request", { request: elsewhere }));
});

test("an account can't send an address more requests a day from several workspaces", async () => {
  const nora = await signUp("nora");
  const mats = "mats@rights.example";
  const workspaces = [await openWorkspace(nora), await openWorkspace(nora)];
  await leave("address", `${nora.userId} ${sha256(Buffer.from(mats))}`, 1);
  const requests = await Promise.all(
    workspaces.map(async (workspace) => granted(await create(nora, workspace, [mats])) as string),
  );
  expectOne(
    await Promise.all(requests.map((request) => nora.rpc("send_request", { request }))),
    "quota.address",
  );
});

test("an account can begin uploads of a limited number of bytes a day", async () => {
  const { recipient, item } = await sendRequest({});
  await leave("uploader_bytes", recipient.userId, pdf.length);
  expectOne(await Promise.all([1, 2, 3].map(() => beginUpload(recipient, item.id))), "quota.uploader_bytes");
});

describe("what a recipient adds to the history of a request in a day", () => {
  const acts: Record<string, (sent: SentRequest) => Promise<TestResponse>> = {
    promises: async ({ id, recipient }) =>
      recipient.rpc("promise_date", {
        request: id,
        on: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
      }),
    answers: ({ recipient, item }) =>
      recipient.rpc("answer_item", { item: item.id, revision: 0, kind: "cannot_provide", answer: "Lost." }),
    downloads: async ({ recipient, item }) => {
      const { file_id: file } = await upload(recipient, item.id);
      return recipient.rpc("open_files", { files: [file], purpose: "export", export: randomUUID() });
    },
  };

  test.each(Object.entries(acts))("is limited: %s", async (_, act) => {
    const [full, free] = [await sendRequest({}), await sendRequest({})];
    await leave("events", `${full.id} ${full.recipient.userId}`, 0);
    expectRefusal(await act(full), 422, "quota.events");
    granted(await act(free));
  });

  test("isn't limited for files, which have limits of their own, nor for members", async () => {
    const sent = await sendRequest({});
    for (const person of [sent.recipient, sent.requester])
      await leave("events", `${sent.id} ${person.userId}`, 0);
    await upload(sent.recipient, sent.item.id);
    granted(await sent.requester.rpc("pause_request", { request: sent.id }));
  });

  test("isn't more for a date that was promised before", async () => {
    const { id, recipient } = await sendRequest({});
    const on = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
    for (let count = 0; count < 3; count += 1)
      granted(await recipient.rpc("promise_date", { request: id, on }));
    const events = await adminRows("select from public.events where request_id = $1 and kind = 'promised'", [
      id,
    ]);
    expect(events).toHaveLength(1);
  });
});

describe("the bytes of a workspace", () => {
  test("are limited for all uploaders together", async () => {
    const { workspace, recipients, item } = await sendRequest({ recipients: 3 });
    await upload(recipients[0] as Person, item.id);
    await leave("workspace_bytes", workspace, pdf.length, "'-infinity'::timestamptz");
    expectOne(
      await Promise.all(recipients.map((person) => beginUpload(person, item.id))),
      "quota.workspace_bytes",
    );
  });

  test("include a file from the start of its upload until it is purged", async () => {
    const { workspace, recipient, item } = await sendRequest({});
    const stored = await upload(recipient, item.id);
    expect(await usedBytes(workspace)).toBe(pdf.length);
    await begin(recipient, item.id);
    expect(await usedBytes(workspace)).toBe(2 * pdf.length);
    granted(await recipient.rpc("remove_file", { file: stored.file_id }));
    expect(await usedBytes(workspace)).toBe(2 * pdf.length);
    await asAdmin((query) =>
      query("update public.files set purged_at = now() where id = $1", [stored.file_id]),
    );
    expect(await usedBytes(workspace)).toBe(pdf.length);
  });

  test("can't be exceeded by announcing a smaller file", async () => {
    const { workspace, recipient, item } = await sendRequest({});
    const args = { item: item.id, name: "small.pdf", size: 1, mime: "application/pdf" };
    const [begun] = granted(await recipient.rpc("begin_upload", args)) as Upload[];
    expect(await put(recipient, begun?.object_key ?? "")).toMatchObject({ status: 400 });
    expect(await adminRows("select from storage.objects where name = $1", [begun?.object_key])).toEqual([]);
    expect(await usedBytes(workspace)).toBe(1);
  });

  test("are forgotten with the workspace", async () => {
    const { workspace, requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    await prove(requester, "delete_account");
    granted(await requester.rpc("delete_account", { workspaces: [workspace] }));
    const counts = await adminRows("select from private.usage where subject like $1 || '%'", [workspace]);
    expect(counts).toEqual([]);
  });
});
