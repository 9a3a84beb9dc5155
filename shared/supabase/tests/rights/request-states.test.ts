import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import type { TestResponse } from "./testing/front-door.ts";
import { type Person, signUp } from "./testing/people.ts";
import {
  begin,
  type DraftItem,
  draftOf,
  finish,
  get,
  itemsOf,
  linkOf,
  openWorkspace,
  pdf,
  put,
  sendRequest,
  type SentRequest,
  statusOf,
  upload,
} from "./testing/requests.ts";

type Change = "pause" | "resume" | "close" | "reopen" | "cancel" | "archive" | "unarchive";
const change = ({ requester, id }: SentRequest, name: Change) =>
  requester.rpc(`${name}_request`, { request: id });
const make = async (sent: SentRequest, name: Change) => granted(await change(sent, name));

const beginOf = (person: Person, item: string) =>
  person.rpc("begin_upload", { item, name: "passport.pdf", size: pdf.length, mime: "application/pdf" });
const decide = (person: Person, item: string, revision: number, decision = "accept") =>
  person.rpc("decide_item", {
    item,
    revision,
    decision,
    ...(decision === "return" && { reason: "Too dark." }),
  });

interface State {
  status: string;
  paused_at: string | null;
  closed_at: string | null;
  closed_by: string | null;
}
async function stateOf(person: Person, request: string): Promise<State | undefined> {
  const query = `select=status,paused_at,closed_at,closed_by&id=eq.${request}`;
  return (granted(await person.knock(`/rest/v1/requests?${query}`)) as State[])[0];
}

async function historyOf(person: Person, request: string) {
  const query = `select=kind,data,actor&order=seq&request_id=eq.${request}`;
  const rows = granted(await person.knock(`/rest/v1/events?${query}`)) as {
    kind: string;
    data: unknown;
    actor: string;
  }[];
  return rows.filter(({ kind }) => !["created", "sent", "opened"].includes(kind));
}
const kindsOf = async (person: Person, request: string) =>
  (await historyOf(person, request)).map(({ kind }) => kind);

/** Everything a recipient can do to an item, with a stored file, an uploaded one and none yet. */
async function answering(sent: SentRequest) {
  const { recipient, item, items } = sent;
  const text = items[1];
  if (!text) throw new Error("The request needs a text item");
  const stored = await upload(recipient, item.id);
  const arrived = await begin(recipient, item.id);
  granted(await put(recipient, arrived.object_key));
  const [, current] = await itemsOf(recipient, sent.id);
  const attempts: Readonly<Record<string, () => Promise<TestResponse>>> = {
    "begin an upload": () => beginOf(recipient, item.id),
    "finish an upload": () => finish(recipient, arrived.file_id),
    "remove a stored file": () => recipient.rpc("remove_file", { file: stored.file_id }),
    answer: () =>
      recipient.rpc("answer_item", {
        item: text.id,
        revision: current?.revision,
        kind: "text",
        answer: "12 High Street",
      }),
  };
  return { stored, arrived, attempts };
}

const twoItems: DraftItem[] = [{ title: "Passport" }, { title: "Address", kind: "text" }];

describe("a paused request", () => {
  test("takes nothing, and takes everything again once it continues", async () => {
    const sent = await sendRequest({ items: twoItems });
    const { arrived, stored, attempts } = await answering(sent);
    await make(sent, "pause");
    for (const attempt of Object.values(attempts)) expectRefusal(await attempt(), 409, "request.paused");
    expect(await itemsOf(sent.recipient, sent.id)).toMatchObject([
      { status: "submitted", revision: 1 },
      { status: "missing", revision: 0 },
    ]);

    await make(sent, "resume");
    for (const [name, attempt] of Object.entries(attempts)) {
      expect((await attempt()).status, name).toBeLessThan(300);
    }
    expect((await get(sent.requester, arrived.object_key)).status).toBe(200);
    expect((await get(sent.requester, stored.object_key)).status).toBe(400);
  });

  test("can be read, peeked at and joined, and says since when", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const { file_id: file, object_key: key } = await upload(sent.recipient, sent.item.id);
    await make(sent, "pause");
    for (const person of [sent.requester, ...sent.recipients]) {
      expect(await stateOf(person, sent.id)).toMatchObject({
        status: "open",
        paused_at: expect.any(String),
      });
      expect((await get(person, key)).status).toBe(200);
    }
    expect((await sent.recipient.rpc("peek_request", { token: sent.token })).body).toHaveLength(1);
    expect(granted(await sent.recipient.rpc("join_request", { token: sent.token }))).toBe(sent.id);
    expectRefusal(await sent.recipient.rpc("remove_file", { file }), 409, "request.paused");
  });

  test("writes one event per change, however often a call is repeated", async () => {
    const sent = await sendRequest({});
    await make(sent, "resume");
    for (const name of ["pause", "pause", "resume", "resume"] as const) await make(sent, name);
    expect(await kindsOf(sent.recipient, sent.id)).toEqual(["paused", "resumed"]);
    expect(await stateOf(sent.requester, sent.id)).toMatchObject({ status: "open", paused_at: null });
  });

  test("can still be decided; the last decision completes it and ends the pause", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    await make(sent, "pause");
    granted(await decide(sent.requester, sent.item.id, 1));
    expect(await stateOf(sent.requester, sent.id)).toMatchObject({ status: "done", paused_at: null });
    granted(await sent.requester.rpc("undo_decision", { item: sent.item.id, revision: 2 }));
    expect(await stateOf(sent.requester, sent.id)).toMatchObject({ status: "open", paused_at: null });
  });

  test("isn't overdue", async () => {
    const sent = await sendRequest({});
    await asAdmin((query) =>
      query("update public.requests set due_on = '2020-01-01' where id = $1", [sent.id]),
    );
    const overdue = async (sort: string) => {
      const args = { workspace: sent.workspace, filter: "overdue", sort, today: "2026-11-20" };
      return (granted(await sent.requester.rpc("list_requests", args)) as { id: string }[]).map(
        ({ id }) => id,
      );
    };
    for (const sort of ["activity", "due"]) expect(await overdue(sort)).toEqual([sent.id]);
    await make(sent, "pause");
    for (const sort of ["activity", "due"]) expect(await overdue(sort)).toEqual([]);
    const today = "2026-11-20";
    expect(granted(await sent.requester.rpc("request_counts", { workspace: sent.workspace, today }))).toEqual(
      [{ open: 1, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 }],
    );
  });
});

describe("a request closed with items missing", () => {
  test("takes nothing more, stays readable, and says in the history what was missing", async () => {
    const sent = await sendRequest({ items: [...twoItems, { title: "Visa", required: false }] });
    const { arrived, attempts } = await answering(sent);
    await make(sent, "close");
    for (const attempt of Object.values(attempts)) expectRefusal(await attempt(), 409, "request.closed");
    const { status } = await adminRow("select status from public.files where id = $1", [arrived.file_id]);
    expect(status).toBe("uploading");

    for (const person of [sent.requester, sent.recipient]) {
      expect(await stateOf(person, sent.id)).toMatchObject({
        status: "done",
        closed_at: expect.any(String),
        closed_by: sent.requester.userId,
      });
      expect((await historyOf(person, sent.id)).at(-1)).toEqual({
        kind: "closed",
        data: { missing: 1 },
        actor: sent.requester.userId,
      });
    }
    expect((await sent.recipient.rpc("peek_request", { token: sent.token })).body).toHaveLength(1);
    expect(granted(await sent.recipient.rpc("join_request", { token: sent.token }))).toBe(sent.id);
  });

  test("can still be decided, which neither completes nor reopens it", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Visa" }] });
    await upload(sent.recipient, sent.item.id);
    await make(sent, "close");
    granted(await decide(sent.requester, sent.item.id, 1));
    granted(await sent.requester.rpc("undo_decision", { item: sent.item.id, revision: 2 }));
    granted(await decide(sent.requester, sent.item.id, 3, "return"));
    expect(await statusOf(sent.requester, sent.id)).toBe("done");
    expect(await kindsOf(sent.requester, sent.id)).toEqual([
      "file_added",
      "closed",
      "accepted",
      "decision_undone",
      "returned",
    ]);
  });

  test("can be reopened, and then completes like any other", async () => {
    const sent = await sendRequest({});
    await make(sent, "pause");
    await make(sent, "close");
    await make(sent, "close");
    await make(sent, "reopen");
    await make(sent, "reopen");
    expect(await stateOf(sent.recipient, sent.id)).toEqual({
      status: "open",
      paused_at: null,
      closed_at: null,
      closed_by: null,
    });
    await upload(sent.recipient, sent.item.id);
    granted(await decide(sent.requester, sent.item.id, 1));
    expect(await kindsOf(sent.requester, sent.id)).toEqual([
      "paused",
      "closed",
      "reopened",
      "file_added",
      "accepted",
      "done",
    ]);
  });

  test("can't be reopened once everything has been decided, until a decision is undone", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    await make(sent, "close");
    granted(await decide(sent.requester, sent.item.id, 1));
    expectRefusal(await change(sent, "reopen"), 409, "request.complete");
    granted(await sent.requester.rpc("undo_decision", { item: sent.item.id, revision: 2 }));
    await make(sent, "reopen");
    expect(await statusOf(sent.requester, sent.id)).toBe("open");
  });

  test("can't be paused, resumed or cancelled", async () => {
    const sent = await sendRequest({});
    await make(sent, "close");
    for (const name of ["pause", "resume", "cancel"] as const) {
      expectRefusal(await change(sent, name), 409, "request.closed");
    }
  });
});

describe("closing or pausing while an upload finishes", () => {
  test.each(["close", "pause"] as const)(
    "%s: the file either arrived before, or nobody can ever read it",
    async (name) => {
      const outcomes = new Set<number>();
      for (let round = 0; round < 6; round += 1) {
        const sent = await sendRequest({});
        const file = await begin(sent.recipient, sent.item.id);
        granted(await put(sent.recipient, file.object_key));
        const calls = [() => finish(sent.recipient, file.file_id), () => change(sent, name)];
        const isFinishFirst = round % 2 === 0;
        const answers = await Promise.all((isFinishFirst ? calls : calls.toReversed()).map((call) => call()));
        const [finished, ended] = isFinishFirst ? answers : answers.toReversed();
        if (!finished || !ended) throw new Error("Both must answer");
        granted(ended);
        outcomes.add(finished.status);
        const kinds = await kindsOf(sent.requester, sent.id);
        const kind = name === "close" ? "closed" : "paused";
        if (finished.status < 300) {
          expect(kinds).toEqual(["file_added", kind]);
        } else {
          expectRefusal(finished, 409, `request.${kind}`);
          expect(kinds).toEqual([kind]);
        }
        const isReadable = finished.status < 300 ? 200 : 400;
        for (const person of [sent.requester, sent.recipient]) {
          expect((await get(person, file.object_key)).status).toBe(isReadable);
        }
      }
      expect([...outcomes].filter((status) => status >= 500)).toEqual([]);
    },
  );

  test("in a fixed order, both orders", async () => {
    const first = await sendRequest({});
    const arrived = await upload(first.recipient, first.item.id);
    await make(first, "close");
    expect((await get(first.requester, arrived.object_key)).status).toBe(200);
    // Repeating a finish whose response was lost succeeds, because the file arrived in time.
    granted(await finish(first.recipient, arrived.file_id));

    const second = await sendRequest({});
    const late = await begin(second.recipient, second.item.id);
    granted(await put(second.recipient, late.object_key));
    await make(second, "close");
    expectRefusal(await finish(second.recipient, late.file_id), 409, "request.closed");
    expect(await itemsOf(second.requester, second.id)).toMatchObject([{ status: "missing", revision: 0 }]);
    // Reopening lets the same upload finish.
    await make(second, "reopen");
    granted(await finish(second.recipient, late.file_id));
    expect((await get(second.requester, late.object_key)).status).toBe(200);
  });
});

describe("a request that is done because of the decisions", () => {
  test("can neither be closed nor reopened, and still takes optional items", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Visa", required: false }] });
    await upload(sent.recipient, sent.item.id);
    granted(await decide(sent.requester, sent.item.id, 1));
    for (const name of ["close", "reopen"] as const) {
      expectRefusal(await change(sent, name), 409, "request.complete");
    }
    await upload(sent.recipient, sent.items[1]?.id ?? "");
  });
});

describe("a cancelled request", () => {
  const cancelledAgo = (sent: SentRequest, age: string) =>
    asAdmin((query) =>
      query(`update public.requests set closed_at = now() - interval '${age}' where id = $1`, [sent.id]),
    );

  test("is as before once it is reopened, for both recipients", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [anna, ben] = sent.recipients;
    if (!anna || !ben) throw new Error("The request must have two recipients");
    const { object_key: key } = await upload(anna, sent.item.id);
    await make(sent, "pause");
    await make(sent, "cancel");
    await make(sent, "cancel");
    expect(await stateOf(anna, sent.id)).toMatchObject({ status: "cancelled", paused_at: null });
    expectRefusal(await beginOf(ben, sent.item.id), 409, "request.closed");
    expect((await get(ben, key)).status).toBe(400);

    await make(sent, "reopen");
    expect(await stateOf(anna, sent.id)).toMatchObject({ status: "open", closed_at: null });
    expect((await get(ben, key)).status).toBe(200);
    await upload(ben, sent.item.id);
    expect((await ben.rpc("peek_request", { token: sent.token })).body).toHaveLength(1);
    expect(await kindsOf(sent.requester, sent.id)).toEqual([
      "file_added",
      "paused",
      "cancelled",
      "reopened",
      "file_added",
    ]);
  });

  test("can be reopened for 30 days and not a minute longer", async () => {
    const sent = await sendRequest({});
    await make(sent, "cancel");
    await cancelledAgo(sent, "30 days 1 minute");
    expectRefusal(await change(sent, "reopen"), 409, "request.reopen_expired");
    expect(await statusOf(sent.requester, sent.id)).toBe("cancelled");
    await cancelledAgo(sent, "29 days 23 hours 59 minutes");
    await make(sent, "reopen");
    expect(await statusOf(sent.requester, sent.id)).toBe("open");
  });

  test("can be neither paused nor closed", async () => {
    const sent = await sendRequest({});
    await make(sent, "cancel");
    for (const name of ["pause", "resume", "close"] as const) {
      expectRefusal(await change(sent, name), 409, "request.closed");
    }
  });

  test("that was never sent becomes a draft again, or can be deleted", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const cancelledDraft = async () => {
      const request = granted(
        await nora.rpc("create_request", { workspace, draft: draftOf([{ title: "Passport" }]) }),
      );
      await asAdmin((query) =>
        query("update public.requests set status = 'cancelled', closed_at = now() where id = $1", [request]),
      );
      return request as string;
    };
    const reopened = await cancelledDraft();
    granted(await nora.rpc("reopen_request", { request: reopened }));
    expect(await statusOf(nora, reopened)).toBe("draft");
    const deleted = await cancelledDraft();
    granted(await nora.rpc("delete_draft", { request: deleted }));
    expect(await statusOf(nora, deleted)).toBe("none");
  });
});

describe("an archived request", () => {
  const archivedAt = async ({ requester, id }: SentRequest) =>
    (
      granted(await requester.knock(`/rest/v1/rpc/request_details?request=${id}&select=archived_at`)) as [
        { archived_at: unknown },
      ]
    )[0].archived_at;

  test("was done or cancelled; an open one is refused, and repeating changes nothing", async () => {
    const sent = await sendRequest({});
    expectRefusal(await change(sent, "archive"), 409, "request.open");
    await make(sent, "unarchive");
    await make(sent, "cancel");
    for (const name of ["archive", "archive", "unarchive", "unarchive", "archive"] as const)
      await make(sent, name);
    expect(await archivedAt(sent)).toEqual(expect.any(String));
    expect(await kindsOf(sent.requester, sent.id)).toEqual([
      "cancelled",
      "archived",
      "unarchived",
      "archived",
    ]);
  });

  test("stays as it was for recipients, who read no event about it", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Photo", required: false }] });
    await upload(sent.recipient, sent.item.id);
    granted(await decide(sent.requester, sent.item.id, 1));
    await make(sent, "archive");
    expect(await statusOf(sent.recipient, sent.id)).toBe("done");
    expect(await kindsOf(sent.recipient, sent.id)).not.toContain("archived");
    const [, photo] = sent.items;
    expect((await upload(sent.recipient, photo?.id ?? "")).file_id).toEqual(expect.any(String));
  });

  test("leaves the archive when it is reopened, by hand or by an undone decision", async () => {
    const closed = await sendRequest({});
    for (const name of ["close", "archive", "reopen"] as const) await make(closed, name);
    expect(await archivedAt(closed)).toBeNull();
    const decided = await sendRequest({});
    await upload(decided.recipient, decided.item.id);
    granted(await decide(decided.requester, decided.item.id, 1));
    await make(decided, "archive");
    granted(await decided.requester.rpc("undo_decision", { item: decided.item.id, revision: 2 }));
    expect(await archivedAt(decided)).toBeNull();
    expect(await statusOf(decided.requester, decided.id)).toBe("open");
  });
});

describe("duplicating a request", () => {
  interface Copy {
    status: string;
    title: string;
    message: string;
    due_on: string | null;
    sent_at: string | null;
    paused_at: string | null;
    created_by: string;
    items: Record<string, unknown>[];
    recipients: Record<string, unknown>[];
  }
  async function readCopy(person: Person, request: string): Promise<Copy> {
    const items = "items(position,title,instructions,kind,required,accepts,status,revision,answer,reason)";
    const recipients = "recipients(email,name,user_id,first_seen_at)";
    const query = `select=status,title,message,due_on,sent_at,paused_at,created_by,${items},${recipients}`;
    const order = "items.order=position&recipients.order=email";
    const [row] = granted(
      await person.knock(`/rest/v1/rpc/request_details?request=${request}&${query}&${order}`),
    ) as Copy[];
    if (!row) throw new Error("The copy can't be read");
    return row;
  }

  test.each(["draft", "open", "paused", "closed", "cancelled"])(
    "that is %s makes a separate draft, created by the member who duplicates it",
    async (state) => {
      const nora = await signUp("nora");
      const workspace = await openWorkspace(nora);
      const lind = await signUp("lind");
      await enrol(workspace, lind, "member");
      const anna = await signUp("anna");
      const draft = {
        ...draftOf(
          [
            { title: "Passport", accepts: ["pdf"] },
            { title: "Address", kind: "text", required: false },
          ],
          [anna.email, "ben@rights.example"],
        ),
        message: "By Friday, please.",
        due_on: "2027-01-15",
      };
      const id = granted(await nora.rpc("create_request", { workspace, draft })) as string;
      if (state !== "draft") {
        granted(await nora.rpc("send_request", { request: id }));
        granted(await anna.rpc("join_request", { token: await linkOf(nora, id) }));
        const [item] = await itemsOf(nora, id);
        await upload(anna, item?.id ?? "");
        granted(await decide(nora, item?.id ?? "", 1, "return"));
      }
      if (state === "paused") granted(await nora.rpc("pause_request", { request: id }));
      if (state === "closed") granted(await nora.rpc("close_request", { request: id }));
      if (state === "cancelled") granted(await nora.rpc("cancel_request", { request: id }));

      const copy = granted(await lind.rpc("duplicate_request", { request: id })) as string;
      const item = {
        instructions: "",
        status: "missing",
        revision: 0,
        answer: null,
        reason: null,
      };
      expect(await readCopy(nora, copy)).toEqual({
        status: "draft",
        title: "Papers for the year",
        message: "By Friday, please.",
        due_on: null,
        sent_at: null,
        paused_at: null,
        created_by: lind.userId,
        items: [
          { ...item, position: 1, title: "Passport", kind: "file", required: true, accepts: ["pdf"] },
          { ...item, position: 2, title: "Address", kind: "text", required: false, accepts: [] },
        ],
        recipients: [anna.email, "ben@rights.example"].map((email) => ({
          email,
          name: "",
          user_id: null,
          first_seen_at: null,
        })),
      });
      expect(await adminRows("select kind from public.events where request_id = $1", [copy])).toEqual([
        { kind: "created" },
      ]);
      expectNotFound(await anna.rpc("duplicate_request", { request: id }));
      expect(await statusOf(anna, copy)).toBe("none");
      granted(await lind.rpc("send_request", { request: copy }));
    },
  );

  test("copies its reminders, what its link page shows, and the retention chosen for it", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const settingsOf = (request: string) =>
      adminRow("select reminder_plan, shows_items, retain_days from public.requests where id = $1", [
        request,
      ]);
    const draft = draftOf([{ title: "Passport" }], ["ben@rights.example"]);
    const id = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    const plan = { before: [1], every: 5, undated: 9, most: 2 };
    granted(await nora.rpc("set_reminders", { request: id, plan, paused: false }));
    granted(await nora.rpc("show_items", { request: id, shown: true }));
    granted(await nora.rpc("set_request_retention", { request: id, days: 60 }));
    const chosen = { reminder_plan: plan, shows_items: true, retain_days: 60 };
    const copy = granted(await nora.rpc("duplicate_request", { request: id })) as string;
    expect(await settingsOf(copy)).toEqual(chosen);
    granted(await nora.rpc("send_request", { request: id }));
    expect(await settingsOf(granted(await nora.rpc("duplicate_request", { request: id })) as string)).toEqual(
      chosen,
    );
    // Its workspace keeps files as long: nothing was chosen for the request.
    await asAdmin((query) =>
      query("update public.workspaces set retain_days = 60 where id = $1", [workspace]),
    );
    expect(await settingsOf(granted(await nora.rpc("duplicate_request", { request: id })) as string)).toEqual(
      {
        ...chosen,
        retain_days: null,
      },
    );
  });

  test("50 times at once makes 50 drafts, counts each, and leaves the source unchanged", async () => {
    const sent = await sendRequest({ items: twoItems });
    const read = () =>
      adminRow("select to_jsonb(r)::text as row from public.requests as r where id = $1", [sent.id]);
    const before = await read();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sent.requester.rpc("duplicate_request", { request: sent.id })),
    );
    const copies = answers.map((answer) => granted(answer) as string);
    expect(new Set(copies).size).toBe(50);
    expect(await read()).toEqual(before);
    const { drafts, items, recipients } = await adminRow(
      `select count(*)::int as drafts,
         (select count(*)::int from public.items where request_id = any($1)) as items,
         (select count(*)::int from public.recipients where request_id = any($1)) as recipients
       from public.requests where id = any($1) and status = 'draft' and items_total = 2`,
      [copies],
    );
    expect({ drafts, items, recipients }).toEqual({ drafts: 50, items: 100, recipients: 50 });
    expect(
      await adminRow("select used::int from private.usage where name = 'requests' and subject = $1", [
        sent.workspace,
      ]),
    ).toEqual({ used: 51 });
  });

  test("is refused once the workspace has used up its quota", async () => {
    const sent = await sendRequest({});
    await asAdmin((query) =>
      query(
        `update private.usage as u set used = q.most from private.quotas as q
         where q.name = u.name and u.name = 'requests' and u.subject = $1`,
        [sent.workspace],
      ),
    );
    expectRefusal(await sent.requester.rpc("duplicate_request", { request: sent.id }), 422, "quota.requests");
  });
});

describe("deleting a draft", () => {
  test("removes it with its items, recipients and history, and lets others' drafts be", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const create = async () =>
      granted(
        await nora.rpc("create_request", {
          workspace,
          draft: draftOf([{ title: "Passport" }], ["anna@rights.example"]),
        }),
      ) as string;
    const [first, second] = [await create(), await create()];
    granted(await nora.rpc("delete_draft", { request: first }));
    const counts = await adminRow(
      `select ${["requests", "items", "recipients", "events", "request_search"]
        .map(
          (table) =>
            `(select count(*)::int from public.${table} where ${table === "requests" ? "id" : "request_id"} = $1) as ${table}`,
        )
        .join(", ")}`,
      [first],
    );
    expect(counts).toEqual({ requests: 0, items: 0, recipients: 0, events: 0, request_search: 0 });
    expect(await statusOf(nora, second)).toBe("draft");
    expectNotFound(await nora.rpc("delete_draft", { request: first }));
  });

  test.each(["open", "close", "cancel"] as const)("is refused once it was sent: %s", async (name) => {
    const sent = await sendRequest({});
    if (name !== "open") await make(sent, name);
    expectRefusal(await sent.requester.rpc("delete_draft", { request: sent.id }), 409, "draft.sent");
  });

  test("and sending it at once: one wins, the other is refused", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    for (let round = 0; round < 4; round += 1) {
      const request = granted(
        await nora.rpc("create_request", {
          workspace,
          draft: draftOf([{ title: "Passport" }], ["anna@rights.example"]),
        }),
      ) as string;
      const names = round % 2 === 0 ? ["delete_draft", "send_request"] : ["send_request", "delete_draft"];
      const answers = await Promise.all(names.map((name) => nora.rpc(name, { request })));
      const refused = answers.filter(({ status }) => status >= 300);
      expect(refused).toHaveLength(1);
      if (await statusOf(nora, request).then((status) => status === "open")) {
        expectRefusal(refused[0] as TestResponse, 409, "draft.sent");
      } else {
        expectNotFound(refused[0] as TestResponse);
      }
    }
  });
});

test("only a member changes the state of a request, and others learn nothing about it", async () => {
  const sent = await sendRequest({});
  const rival = await signUp("rival");
  await openWorkspace(rival);
  const names = ["pause", "resume", "close", "reopen", "cancel", "duplicate"].map(
    (name) => `${name}_request`,
  );
  for (const person of [sent.recipient, rival, await signUp("outsider")]) {
    for (const name of [...names, "delete_draft"]) {
      const answer = await person.rpc(name, { request: sent.id });
      expectNotFound(answer);
      expect(answer).toEqual(await person.rpc(name, { request: randomUUID() }));
    }
  }
  expect(await kindsOf(sent.requester, sent.id)).toEqual([]);
  for (const person of [sent.requester, sent.recipient]) {
    const patched = await person.knock(`/rest/v1/requests?id=eq.${sent.id}`, {
      method: "PATCH",
      body: { paused_at: "2026-11-20T10:00:00Z" },
    });
    expect(patched).toMatchObject({ status: 403, body: { code: "42501" } });
  }
});
