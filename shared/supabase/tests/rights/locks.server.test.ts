import { randomUUID } from "node:crypto";
import type { Query } from "@sheaf/platform";
import { describe, expect, onTestFinished, test } from "vitest";
import { enrol, personOf } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin, database, somebodyWaits } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { begin, draftOf, openWorkspace, sendRequest } from "./testing/requests.ts";
import { clearOutbox, planEmail, setClock, work } from "./testing/worker.ts";

// The embedded engine can't have two transactions open at the same time, so these tests need a server.

test("a workspace keeps one owner when two leave concurrently", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  const lind = await signUp("lind");
  await enrol(workspace, lind, "owner");
  const leave = (query: Query, { userId }: Person) =>
    query("delete from public.members where user_id = $1", [userId]);

  const second = await asAdmin(async (query) => {
    await leave(query, nora);
    const leaving = asAdmin((other) => leave(other, lind)).then(
      () => "left",
      (error: Error) => error.message,
    );
    await Promise.race([leaving, somebodyWaits()]);
    return { leaving };
  });
  expect(await second.leaving).toBe("workspace.last_owner");
});

test("a file can't be removed while its upload is being recorded", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await begin(anna, item.id);
  const { removal } = await asAdmin(async (query) => {
    await query("insert into storage.objects (bucket_id, name, version) values ('documents', $1, '1')", [
      file.object_key,
    ]);
    const removal = anna.rpc("remove_file", { file: file.file_id });
    const first = await Promise.race([removal.then(() => "removed"), somebodyWaits().then(() => "waits")]);
    expect(first).toBe("waits");
    return { removal };
  });
  granted(await removal);
});

describe("two owners who delete their accounts concurrently", () => {
  /** Holds the first deletion open until the second waits for its lock; returns the outcome of the second. */
  async function bothLeave(others: Person[]) {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const lind = await signUp("lind");
    await enrol(workspace, lind, "owner");
    for (const other of others) await enrol(workspace, other, "member");
    for (const owner of [nora, lind]) await prove(owner, "delete_account");
    const { second } = await nora.sql(async (query) => {
      await query("select public.delete_account($1)", [[workspace]]);
      const second = lind.rpc("delete_account", { workspaces: [] });
      const first = await Promise.race([second.then(() => "answered"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { second };
    });
    const owners = await adminRows(
      "select user_id from public.members where workspace_id = $1 and role = 'owner'",
      [workspace],
    );
    return { lind, answer: await second, owners };
  }

  test("leave one owner if there are other members", async () => {
    const { lind, answer, owners } = await bothLeave([await signUp("ines")]);
    expectRefusal(answer, 409, "workspace.last_owner");
    expect(owners).toEqual([{ user_id: lind.userId }]);
  });

  test("don't delete a workspace that only the second could confirm", async () => {
    const { lind, answer, owners } = await bothLeave([]);
    expectRefusal(answer, 409, "account.changed");
    expect(owners).toEqual([{ user_id: lind.userId }]);
  });
});

test("a workspace created while its creator's account is deleted has an owner or doesn't exist", async () => {
  const nora = await signUp("nora");
  await openWorkspace(nora);
  await prove(nora, "delete_account");
  const { leaving } = await nora.sql(async (query) => {
    await query("select public.create_workspace('Second', 'Nora')");
    const leaving = nora.rpc("delete_account", { workspaces: [] });
    await somebodyWaits();
    return { leaving };
  });
  expectRefusal(await leaving, 409, "account.changed");
});

test("a day-old upload is skipped without waiting while it is being recorded", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await begin(anna, item.id);
  await asAdmin((query) =>
    query("update public.files set created_at = now() - interval '25 hours' where id = $1", [file.file_id]),
  );
  const retire = () =>
    asAdmin((query) => query<{ retired: number }>("select public.retire_files(24, 1000) as retired"));
  await asAdmin(async (query) => {
    await query("insert into storage.objects (bucket_id, name, version) values ('documents', $1, '1')", [
      file.object_key,
    ]);
    await retire();
    const rows = await adminRows("select status from public.files where id = $1", [file.file_id]);
    expect(rows).toEqual([{ status: "uploading" }]);
  });
  await retire();
  const rows = await adminRows("select status from public.files where id = $1", [file.file_id]);
  expect(rows).toEqual([{ status: "removed" }]);
});

test("concurrent runs of the purge job claim different objects", async () => {
  const { recipient: anna, item } = await sendRequest({});
  for (let count = 0; count < 2; count += 1) {
    const file = await begin(anna, item.id);
    granted(await anna.rpc("remove_file", { file: file.file_id }));
  }
  const claim = async (query: Query) =>
    (await query("select object_key from public.claim_removed(gen_random_uuid(), 1)")).rows;
  const { first, second } = await asAdmin(async (query) => {
    const first = await claim(query);
    const second = asAdmin(claim);
    await Promise.race([second, somebodyWaits()]);
    return { first, second };
  });
  expect(await second).toHaveLength(1);
  expect(await second).not.toEqual(first);
});

test("of two simultaneous acts one is opened by an authenticator's code", async () => {
  const anna = await signUp("anna");
  await asAdmin((query) =>
    query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, '', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [anna.userId],
    ),
  );
  const strong = await signIn(anna, { aal: "aal2" });
  const { second } = await strong.sql(async (query) => {
    await query("select public.record_proof('password')");
    const second = strong.rpc("record_proof", { act: "delete_account" });
    const first = await Promise.race([second.then(() => "answered"), somebodyWaits().then(() => "waits")]);
    expect(first).toBe("waits");
    return { second };
  });
  expectRefusal(await second, 403, "proof.required");
});

test("a reminder is left to the next round while its request is being changed", async () => {
  await clearOutbox();
  const { id: request } = await sendRequest({});
  const { due } = await adminRow<{ due: Date }>(
    "select next_reminder_at as due from public.recipients where request_id = $1",
    [request],
  );
  onTestFinished(() => setClock(null));
  await setClock(due);
  const reminders = () =>
    adminRows("select id from private.outbox where request_id = $1 and kind = 'reminder'", [request]);
  await asAdmin(async (query) => {
    await query("select from public.requests where id = $1 for update", [request]);
    await planEmail();
    expect(await reminders()).toEqual([]);
  });
  await planEmail();
  expect(await reminders()).toHaveLength(1);
});

describe("a request opened while its recipient is merged into another person", () => {
  /** Two people who are asked together, and a request to the second of them that isn't open. */
  async function twoPeople(end: "drafted" | "cancelled") {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const create = async (emails: string[]) => {
      const draft = draftOf([{ title: "Passport" }], emails);
      return granted(await nora.rpc("create_request", { workspace, draft })) as string;
    };
    const together = await create(["ana@duarte.example", "joel@tamm.example"]);
    const request = await create(["joel@tamm.example"]);
    granted(await nora.rpc("send_request", { request: together }));
    if (end === "cancelled") {
      granted(await nora.rpc("send_request", { request }));
      granted(await nora.rpc("cancel_request", { request }));
    }
    const person = await personOf(workspace, "ana@duarte.example");
    const other = await personOf(workspace, "joel@tamm.example");
    const listed = async () => granted(await nora.rpc("list_people", { workspace, filter: "waiting" }));
    return { nora, request, person, other, listed };
  }

  const whole = { open_requests: 2, other_emails: ["joel@tamm.example"] };

  test.each([
    ["sent", "drafted", "send_request"],
    ["reopened", "cancelled", "reopen_request"],
  ] as const)("is theirs if it is %s during the merge", async (_, end, act) => {
    const { nora, request, person, other, listed } = await twoPeople(end);
    const { opening } = await nora.sql(async (query) => {
      await query("select public.merge_people($1, $2)", [person, other]);
      const opening = nora.rpc(act, { request });
      const first = await Promise.race([opening.then(() => "opened"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { opening };
    });
    granted(await opening);
    expect(await listed()).toMatchObject([{ id: person, ...whole }]);
  });

  test("is theirs if the merge comes during the sending", async () => {
    const { nora, request, person, other, listed } = await twoPeople("drafted");
    const { merging } = await nora.sql(async (query) => {
      await query("select public.send_request($1)", [request]);
      const merging = nora.rpc("merge_people", { person, other });
      const first = await Promise.race([merging.then(() => "merged"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { merging };
    });
    granted(await merging);
    expect(await listed()).toMatchObject([{ id: person, ...whole }]);
  });
});

test("requests sent at once to the same new people, in any order, are all sent", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  const emails = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@new.example`);
  const requests: string[] = [];
  for (const list of [emails, emails.toReversed(), emails.toSorted(), emails.toReversed()]) {
    const draft = draftOf([{ title: "Passport" }], list);
    requests.push(granted(await nora.rpc("create_request", { workspace, draft })) as string);
  }
  const sent = await Promise.all(requests.map((request) => nora.rpc("send_request", { request })));
  for (const answer of sent) granted(answer);
  expect(granted(await nora.rpc("list_people", { workspace, filter: "everyone" }))).toHaveLength(6);
});

describe("a template that is sent to many", () => {
  async function startJob() {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const draft = draftOf([{ title: "Passport" }]);
    const template = granted(await nora.rpc("create_template", { workspace, draft })) as string;
    const job = randomUUID();
    const people = [1, 2].map((number) => ({ number, email: `client-${randomUUID()}@people.example` }));
    granted(await nora.rpc("send_to_many", { job, template, title: "Papers", message: "", people }));
    return { nora, workspace, template, job, people };
  }

  const claimAs = (worker: string) =>
    work<{ job: string; number: number }>("select * from public.claim_bulk($1)", [worker]);

  test("is stored once when it is confirmed twice at the same time", async () => {
    const { nora, template, people } = await startJob();
    const call = { job: randomUUID(), template, title: "Papers", message: "", people };
    const { second } = await nora.sql(async (query) => {
      await query("select public.send_to_many($1, $2, 'Papers', '', $3)", [
        call.job,
        template,
        JSON.stringify(people),
      ]);
      const second = nora.rpc("send_to_many", call);
      expect(await Promise.race([second.then(() => "answered"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { second };
    });
    granted(await second);
    expect(
      await adminRow("select count(*)::int as rows from private.job_rows where job_id = $1", [call.job]),
    ).toEqual({ rows: 2 });
    granted(await nora.rpc("stop_bulk", { job: call.job }));
  });

  test("pauses after the person whose request is being made", async () => {
    const { nora, job } = await startJob();
    const worker = randomUUID();
    await claimAs(worker);
    const { pause } = await database.as("service_role", {}, async (query) => {
      await query("select public.finish_bulk($1, 1, $2)", [job, worker]);
      const pause = nora.rpc("pause_bulk", { job, paused: true });
      expect(await Promise.race([pause.then(() => "answered"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { pause };
    });
    granted(await pause);
    expect(await work("select public.finish_bulk($1, 2, $2) as outcome", [job, worker])).toEqual([
      { outcome: null },
    ]);
    expect(
      await adminRows(
        "select number, done_at is not null as done from private.job_rows where job_id = $1 order by 1",
        [job],
      ),
    ).toEqual([
      { number: 1, done: true },
      { number: 2, done: false },
    ]);
  });

  test("ends with its workspace, also while a request is being made", async () => {
    const { nora, workspace, job } = await startJob();
    const worker = randomUUID();
    await claimAs(worker);
    await prove(nora, "delete_workspace");
    const { deletion } = await database.as("service_role", {}, async (query) => {
      await query("select public.finish_bulk($1, 1, $2)", [job, worker]);
      const deletion = nora.rpc("delete_workspace", { workspace });
      expect(await Promise.race([deletion.then(() => "answered"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { deletion };
    });
    granted(await deletion);
    expect(await work("select public.finish_bulk($1, 2, $2) as outcome", [job, worker])).toEqual([
      { outcome: null },
    ]);
  });
});

describe("a request assigned while its new assignee is removed", () => {
  async function twoColleagues() {
    const sent = await sendRequest({});
    const idris = await signUp("idris");
    await enrol(sent.workspace, idris, "member");
    const assignee = async () =>
      (
        await adminRow<{ assignee: string | null }>("select assignee from public.requests where id = $1", [
          sent.id,
        ])
      ).assignee;
    return { ...sent, idris, assignee };
  }

  test("is refused if the removal came first", async () => {
    const { requester: nora, workspace, id, idris, assignee } = await twoColleagues();
    granted(await nora.rpc("assign_request", { request: id, assignee: idris.userId }));
    const { assigning } = await nora.sql(async (query) => {
      await query("select public.remove_member($1, $2)", [workspace, idris.userId]);
      const assigning = nora.rpc("assign_request", { request: id, assignee: idris.userId });
      const first = await Promise.race([
        assigning.then(() => "assigned"),
        somebodyWaits().then(() => "waits"),
      ]);
      expect(first).toBe("waits");
      return { assigning };
    });
    expectRefusal(await assigning, 422, "assignee.not_member");
    expect(await assignee()).toBe(nora.userId);
  });

  test("goes to their successor if the removal came second", async () => {
    const { requester: nora, workspace, id, idris, assignee } = await twoColleagues();
    const { removing } = await nora.sql(async (query) => {
      await query("select public.assign_request($1, $2)", [id, idris.userId]);
      const removing = nora.rpc("remove_member", { workspace, member: idris.userId });
      const first = await Promise.race([removing.then(() => "removed"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { removing };
    });
    granted(await removing);
    expect(await assignee()).toBe(nora.userId);
  });
});

describe("a request tagged while the tag is deleted", () => {
  test.each([
    ["tag_request", "delete_tag"],
    ["delete_tag", "tag_request"],
  ])("has no trace of it, if %s came before %s", async (before, after) => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const tag = granted(await nora.rpc("create_tag", { workspace, name: "Private client" })) as string;
    const other = await sendRequest({ requester: nora, workspace });
    granted(await nora.rpc("tag_request", { request: other.id, tag, tagged: true }));
    const acts: Readonly<Record<string, [string, Record<string, unknown>]>> = {
      tag_request: [`select public.tag_request('${id}', '${tag}', true)`, { request: id, tag, tagged: true }],
      delete_tag: [`select public.delete_tag('${tag}')`, { tag }],
    };
    const { second } = await nora.sql(async (query) => {
      await query(acts[before]?.[0] ?? "");
      const second = nora.rpc(after, acts[after]?.[1] ?? {});
      const first = await Promise.race([second.then(() => "done"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { second };
    });
    if (after === "tag_request") expectRefusal(await second, 422, "tag.deleted");
    else granted(await second);
    expect(await adminRows("select from public.request_tags where tag_id = $1", [tag])).toEqual([]);
    expect(
      await adminRows("select from private.list_entries where key = $1 or key = private.list_key($2, $1)", [
        tag,
        nora.userId,
      ]),
    ).toEqual([]);
  });
});

describe("a request that repeats", () => {
  const worker = randomUUID();
  const claim = () => work<{ request: string }>("select * from public.claim_repeats($1)", [worker]);
  const noticesOf = async (request: string) =>
    (
      await adminRow<{ count: number }>(
        "select count(*)::int from private.outbox where request_id = $1 and kind = 'repeat'",
        [request],
      )
    ).count;

  async function repeating() {
    await asAdmin((query) => query("delete from private.repeats"));
    onTestFinished(() => setClock(null));
    const sent = await sendRequest({});
    const day = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString().slice(0, 10);
    granted(await sent.requester.rpc("repeat_request", { request: sent.id, every: "month", first_on: day }));
    return { ...sent, due: new Date(`${day}T08:00:00Z`) };
  }

  test("isn't stopped behind a worker's back while it is sent again", async () => {
    const { requester, id, due } = await repeating();
    await setClock(due);
    expect(await claim()).toEqual([{ request: id }]);
    const { stop } = await database.as("service_role", {}, async (query) => {
      await query("select public.finish_repeat($1, $2)", [id, worker]);
      const stop = requester.rpc("repeat_request", { request: id });
      expect(await Promise.race([stop.then(() => "answered"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { stop };
    });
    expectRefusal(await stop, 422, "repeat.moved");
  });

  test("makes no worker wait that tells its sender", async () => {
    const { id, due } = await repeating();
    await setClock(new Date(due.getTime() - 3_600_000));
    await asAdmin(async (query) => {
      await query("select from public.requests where id = $1 for update", [id]);
      expect(await claim()).toEqual([]);
    });
    expect(await noticesOf(id)).toBe(0);
    await claim();
    expect(await noticesOf(id)).toBe(1);
  });
});

describe("a person tagged while something else happens", () => {
  async function twoPeople() {
    const { requester: nora, workspace, recipients } = await sendRequest({ recipients: 2 });
    const [person = "", other = ""] = await Promise.all(
      recipients.map(({ email }) => personOf(workspace, email)),
    );
    const tag = granted(await nora.rpc("create_tag", { workspace, name: "Private client" })) as string;
    const tagged = () =>
      adminRows("select person_id from private.person_tags where tag_id = $1 order by person_id", [tag]);
    return { nora, person, other, tag, tagged };
  }

  /** Calls one function while the transaction of another one waits to be committed. */
  async function interleaved(nora: Person, before: string, after: [string, Record<string, unknown>]) {
    const { second } = await nora.sql(async (query) => {
      await query(before);
      const second = nora.rpc(...after);
      const first = await Promise.race([second.then(() => "done"), somebodyWaits().then(() => "waits")]);
      expect(first).toBe("waits");
      return { second };
    });
    return await second;
  }

  test("has no trace of a tag that is deleted at the same time", async () => {
    const { nora, person, tag, tagged } = await twoPeople();
    const call = { person, tag, tagged: true };
    granted(
      await interleaved(nora, `select public.tag_person('${person}', '${tag}', true)`, [
        "delete_tag",
        { tag },
      ]),
    );
    expect(await tagged()).toEqual([]);
    const next = await twoPeople();
    const late = { ...call, person: next.person, tag: next.tag };
    expectRefusal(
      await interleaved(next.nora, `select public.delete_tag('${next.tag}')`, ["tag_person", late]),
      422,
      "tag.deleted",
    );
    expect(await next.tagged()).toEqual([]);
  });

  test("leaves the tag with the main person of a merge", async () => {
    const { nora, person, other, tag, tagged } = await twoPeople();
    granted(
      await interleaved(nora, `select public.merge_people('${person}', '${other}')`, [
        "tag_person",
        { person: other, tag, tagged: true },
      ]),
    );
    expect(await tagged()).toEqual([{ person_id: person }]);
    const next = await twoPeople();
    granted(
      await interleaved(next.nora, `select public.tag_person('${next.other}', '${next.tag}', true)`, [
        "merge_people",
        { person: next.person, other: next.other },
      ]),
    );
    expect(await next.tagged()).toEqual([{ person_id: next.person }]);
  });
});

describe("two acts that lock the same rows", () => {
  /**
   * Begins one act after the other while a row is locked that both need, and lets them go on together: the second has
   * come as far as it can by then. A deadlock would end one of them.
   */
  async function whileLocked<First, Second>(
    [row, id]: [string, string],
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const { acts } = await asAdmin(async (query) => {
      await query(`select from ${row} where id = $1 for update`, [id]);
      const one = first();
      await somebodyWaits(1);
      const other = second();
      await somebodyWaits(2);
      return { acts: Promise.all([one, other]) };
    });
    return await acts;
  }

  test("a member sends an unassigned request while they are removed", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    const draft = draftOf([{ title: "Passport" }], ["ana@duarte.example"]);
    const request = granted(await idris.rpc("create_request", { workspace, draft })) as string;
    granted(await idris.rpc("assign_request", { request, assignee: null }));
    const [sent, removed] = await whileLocked(
      ["public.requests", request],
      () => idris.rpc("send_request", { request }),
      () => nora.rpc("remove_member", { workspace, member: idris.userId }),
    );
    granted(sent);
    granted(removed);
    expect(await adminRow("select status, assignee from public.requests where id = $1", [request])).toEqual({
      status: "open",
      assignee: nora.userId,
    });
  });

  test.each(["pause_request", "close_request", "cancel_request"])(
    "%s changes a request while its assignee is removed",
    async (act) => {
      const { requester: nora, workspace, id } = await sendRequest({});
      const idris = await signUp("idris");
      await enrol(workspace, idris, "member");
      granted(await nora.rpc("assign_request", { request: id, assignee: idris.userId }));
      const [changed, removed] = await whileLocked(
        ["public.requests", id],
        () => nora.rpc(act, { request: id }),
        () => nora.rpc("remove_member", { workspace, member: idris.userId }),
      );
      granted(changed);
      granted(removed);
    },
  );

  test("an item is answered while the assignee is removed", async () => {
    const {
      requester: nora,
      recipient: anna,
      workspace,
      id,
      item,
    } = await sendRequest({
      items: [{ title: "Name of your bank", kind: "text" }],
    });
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    granted(await nora.rpc("assign_request", { request: id, assignee: idris.userId }));
    const [answered, removed] = await whileLocked(
      ["public.requests", id],
      () =>
        anna.rpc("answer_item", {
          item: item.id,
          revision: item.revision,
          kind: "text",
          answer: "Volksbank",
        }),
      () => nora.rpc("remove_member", { workspace, member: idris.userId }),
    );
    granted(answered);
    granted(removed);
  });

  test("a request is duplicated while its workspace is deleted", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const other = await sendRequest({ requester: nora, workspace });
    const [first = "", last = ""] = [id, other.id].toSorted();
    await prove(nora, "delete_workspace");
    const [deleted, copied] = await whileLocked(
      ["public.requests", last],
      () => nora.rpc("delete_workspace", { workspace }),
      () => nora.rpc("duplicate_request", { request: first }),
    );
    granted(deleted);
    expectNotFound(copied);
  });

  test("a person of a job is sent their request while a member is removed", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    const template = granted(
      await nora.rpc("create_template", { workspace, draft: draftOf([{ title: "Passport" }]) }),
    ) as string;
    const job = randomUUID();
    const people = [{ number: 1, email: `${job}@people.example`, assignee: idris.userId }];
    granted(await nora.rpc("send_to_many", { job, template, title: "Papers", message: "", people }));
    const worker = randomUUID();
    await work("select public.claim_bulk($1, 100)", [worker]);
    const { removing } = await database.as("service_role", {}, async (query) => {
      const { rows } = await query<{ outcome: string }>("select public.finish_bulk($1, 1, $2) as outcome", [
        job,
        worker,
      ]);
      expect(rows).toEqual([{ outcome: "sent" }]);
      const removing = nora.rpc("remove_member", { workspace, member: idris.userId });
      expect(await Promise.race([removing.then(() => "removed"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { removing };
    });
    granted(await removing);
    expect(
      await adminRow(
        "select assignee from public.requests where id = (select request_id from private.job_rows where job_id = $1)",
        [job],
      ),
    ).toEqual({ assignee: nora.userId });
  });

  const correct = async (nora: Person, request: string, email: string) => {
    const [row] = await adminRows<{ id: string; revision: number }>(
      `select c.id, r.revision from public.recipients as c join public.requests as r on r.id = c.request_id
       where r.id = $1 order by c.email limit 1`,
      [request],
    );
    const change = { recipients: [{ id: row?.id, email, name: "" }] };
    return { request, revision: row?.revision, change, by: nora };
  };
  const corrected = ({ by, ...call }: Awaited<ReturnType<typeof correct>>) => by.rpc("edit_request", call);

  test("an address is corrected while it is merged with another", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const send = async (email: string) => {
      const draft = draftOf([{ title: "Passport" }], [email]);
      const request = granted(await nora.rpc("create_request", { workspace, draft })) as string;
      granted(await nora.rpc("send_request", { request }));
      return request;
    };
    const wrong = await send("tomas@duart.example");
    await send("ana@duarte.example");
    const former = await personOf(workspace, "tomas@duart.example");
    const ana = await personOf(workspace, "ana@duarte.example");
    const call = await correct(nora, wrong, "tomas@duarte.example");
    const [merged, edited] = await whileLocked(
      ["private.people", former],
      () => nora.rpc("merge_people", { person: ana, other: former }),
      () => corrected(call),
    );
    granted(merged);
    granted(edited);
  });

  test.each(["tagged", "corrected"])("an address is %s first, and then the other", async (first) => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const draft = draftOf([{ title: "Passport" }], ["tomas@duart.example"]);
    const request = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    granted(await nora.rpc("send_request", { request }));
    const person = await personOf(workspace, "tomas@duart.example");
    const tag = granted(await nora.rpc("create_tag", { workspace, name: "Private client" })) as string;
    const call = await correct(nora, request, "tomas@duarte.example");
    const { second } = await nora.sql(async (query) => {
      if (first === "tagged") await query("select public.tag_person($1, $2, true)", [person, tag]);
      else
        await query("select public.edit_request($1, $2, $3)", [
          request,
          call.revision,
          JSON.stringify(call.change),
        ]);
      const second =
        first === "tagged" ? corrected(call) : nora.rpc("tag_person", { person, tag, tagged: true });
      expect(await Promise.race([second.then(() => "done"), somebodyWaits().then(() => "waits")])).toBe(
        "waits",
      );
      return { second };
    });
    if (first === "tagged") granted(await second);
    else expectNotFound(await second);
    // A person tagged first stays in the list; one corrected first is gone, and the tag with them.
    expect(await adminRows("select person_id from private.person_tags where tag_id = $1", [tag])).toEqual(
      first === "tagged" ? [{ person_id: person }] : [],
    );
  });
});
