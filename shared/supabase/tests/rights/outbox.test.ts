import { randomUUID } from "node:crypto";
import { draftItem } from "@sheaf/contract/request-draft";
import { beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import {
  itemsOf,
  draftOf,
  type DraftItem,
  linkOf,
  openWorkspace,
  sendRequest,
  type SentRequest,
  upload,
} from "./testing/requests.ts";
import {
  type ClaimedEmail,
  claimEmail,
  clearOutbox,
  endsOf,
  finishEmail,
  setClock,
  site,
  work,
} from "./testing/worker.ts";

beforeEach(clearOutbox);

/** Makes every email of the request due, before those of other requests. */
async function passTime(request: string): Promise<void> {
  await asAdmin((query) =>
    query(
      `update private.outbox
       set not_before = (select least(min(not_before), now()) from private.outbox) - interval '1 second',
         claimed_until = null
       where request_id = $1 and ended_at is null`,
      [request],
    ),
  );
}

async function claim(request: string, worker: string = randomUUID()): Promise<ClaimedEmail | undefined> {
  const row = await claimEmail(worker);
  if (row === undefined) return undefined;
  const { request_id: of } = await adminRow<{ request_id: string }>(
    "select request_id from private.outbox where id = $1",
    [row.id],
  );
  return of === request ? row : undefined;
}

/** Sends every email of the request that is due now or later. @returns those to recipients. */
async function sendAll(request: string): Promise<ClaimedEmail[]> {
  await passTime(request);
  const sent: ClaimedEmail[] = [];
  const worker = randomUUID();
  for (let email = await claim(request, worker); email; email = await claim(request, worker)) {
    await finishEmail(email.id, worker, "sent");
    if (email.kind !== "arrived") sent.push(email);
  }
  return sent;
}

const kindsOf = (emails: ClaimedEmail[]) => emails.map(({ kind, address }) => `${kind} ${address}`).sort();

const eventsOf = async (request: string) =>
  (await adminRows<{ kind: string }>("select kind from public.events where request_id = $1", [request])).map(
    ({ kind }) => kind,
  );

const recipientOf = (request: string, email: string) =>
  adminRow<{ id: string; invited_at: Date | null; muted_at: Date | null; unreachable_at: Date | null }>(
    "select id, invited_at, muted_at, unreachable_at from public.recipients where request_id = $1 and email = $2",
    [request, email],
  );

/** A request that its recipients haven't opened. */
async function send(
  options: { emails?: string[]; invite?: boolean; items?: DraftItem[]; message?: string } = {},
): Promise<{ requester: Person; request: string; emails: string[]; workspace: string }> {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const { emails = [`anna-${randomUUID()}@people.example`], items = [{ title: "Passport" }] } = options;
  const draft = { ...draftOf(items, emails), message: options.message ?? "" };
  const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(
    await requester.rpc("send_request", {
      request,
      invite: options.invite ?? true,
    }),
  );
  return { requester, request, emails, workspace };
}

async function edit(member: Person, request: string, change: Record<string, unknown>): Promise<void> {
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.requests where id = $1",
    [request],
  );
  granted(await member.rpc("edit_request", { request, revision, change }));
}

const decide = async (sent: SentRequest, decision: string, reason?: string): Promise<void> => {
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.items where id = $1",
    [sent.item.id],
  );
  granted(
    await sent.requester.rpc("decide_item", {
      item: sent.item.id,
      revision,
      decision,
      ...(reason !== undefined && { reason }),
    }),
  );
};

describe("an invitation", () => {
  test("goes to every recipient of a sent request, and says who asks for what", async () => {
    const emails = [`ana-${randomUUID()}@people.example`, `tomas-${randomUUID()}@people.example`];
    const { requester, request } = await send({ emails, message: "All pages, please." });
    const sent = await sendAll(request);
    expect(kindsOf(sent)).toEqual(emails.map((email) => `invitation ${email}`).sort());
    expect(sent[0]?.facts).toEqual({
      asker: {
        name: "Nora Okafor",
        email: requester.email,
        workspace: "Okafor & Lind",
        accent: null,
        isTrusted: false,
      },
      recipientName: "",
      request: {
        title: "Papers for the year",
        dueOn: null,
        url: `${site}/r/${await linkOf(requester, request)}`,
      },
      today: new Date().toISOString().slice(0, 10),
      items: 1,
      handed: [],
      message: "All pages, please.",
      retainDays: null,
      reportUrl: `${site}/r/${await linkOf(requester, request)}#report`,
      stop: {
        request: expect.stringMatching(/^https:\/\/sheaf\.example\/email\/stop\/[\w-]{43}$/),
        everything: `${site}/settings/email`,
      },
    });
    expect((await recipientOf(request, emails[0] ?? "")).invited_at).not.toBeNull();
  });

  test("isn't sent if the sender shares the link, until a member sends it to a recipient", async () => {
    const { requester, request, emails } = await send({ invite: false });
    expect(await sendAll(request)).toEqual([]);
    const { id } = await recipientOf(request, emails[0] ?? "");
    granted(await requester.rpc("invite_recipient", { recipient: id }));
    expect(kindsOf(await sendAll(request))).toEqual([`invitation ${emails[0]}`]);
    expectNotFound(await (await signUp("stranger")).rpc("invite_recipient", { recipient: id }));
    granted(await requester.rpc("cancel_request", { request }));
    expectRefusal(await requester.rpc("invite_recipient", { recipient: id }), 409, "request.closed");
  });

  test("isn't queued for a draft, and not for an act that is undone", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const draft = draftOf([{ title: "Passport" }], ["anna@people.example"]);
    const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    expect(await endsOf(request)).toEqual([]);
    const undo = new Error("undo");
    await requester
      .sql(async (query) => {
        await query("select public.send_request($1, true)", [request]);
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
    expect(await endsOf(request)).toEqual([]);
  });

  test("follows a corrected address; who was written to before learns that nothing is needed", async () => {
    const { requester, request, emails } = await send();
    const [wrong = ""] = emails;
    const right = `right-${randomUUID()}@people.example`;
    await sendAll(request);
    const { id } = await recipientOf(request, wrong);
    await edit(requester, request, { recipients: [{ id, email: right, name: "Anna" }] });
    const sent = await sendAll(request);
    expect(kindsOf(sent)).toEqual([`ended ${wrong}`, `invitation ${right}`]);
    expect(sent.find(({ kind }) => kind === "ended")?.facts).toMatchObject({
      how: "withdrawn",
      isReadable: false,
    });
  });

  test("goes to the corrected address alone if it had not left", async () => {
    const { requester, request, emails } = await send();
    const right = `right-${randomUUID()}@people.example`;
    const { id } = await recipientOf(request, emails[0] ?? "");
    await edit(requester, request, { recipients: [{ id, email: right, name: "Anna" }] });
    expect(kindsOf(await sendAll(request))).toEqual([`invitation ${right}`]);
  });

  test("goes to a corrected address after a server refused the former one", async () => {
    const { requester, request, emails } = await send();
    await passTime(request);
    const worker = randomUUID();
    const refused = await claim(request, worker);
    await finishEmail(refused?.id ?? "", worker, "refused", "no such mailbox");
    const { id, unreachable_at } = await recipientOf(request, emails[0] ?? "");
    expect(unreachable_at).not.toBeNull();
    const right = `right-${randomUUID()}@people.example`;
    await edit(requester, request, { recipients: [{ id, email: right, name: "Anna" }] });
    expect((await recipientOf(request, right)).unreachable_at).toBeNull();
    expect(kindsOf(await sendAll(request))).toEqual([`invitation ${right}`]);
  });

  test("of a new workspace leaves out a message with a link", async () => {
    for (const message of ["See https://evil.example", "Go to evil.example/now", "www.evil.example"]) {
      const { request } = await send({ message });
      expect((await sendAll(request))[0]?.facts["message"], message).toBe("");
    }
  });

  test("of a new workspace doesn't carry a link in its title, of which the subject is made", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const title = "Your account is locked: open https://evil.example/unlock";
    const draft = { ...draftOf([{ title: "Passport" }], [`anna-${randomUUID()}@people.example`]), title };
    const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    granted(await requester.rpc("send_request", { request, invite: true }));
    expect((await sendAll(request))[0]?.facts["request"]).toMatchObject({ title: "Documents" });
    await asAdmin(async (query) => {
      await query("update public.workspaces set created_at = now() - interval '8 days' where id = $1", [
        workspace,
      ]);
      await query("insert into private.answered_workspaces (workspace_id) values ($1)", [workspace]);
    });
    granted(await requester.rpc("cancel_request", { request }));
    expect((await sendAll(request))[0]?.facts["request"]).toMatchObject({ title });
  });

  test.each([
    { hours: 6 * 24, isAnswered: true, carries: false },
    { hours: 8 * 24, isAnswered: false, carries: false },
    { hours: 8 * 24, isAnswered: true, carries: true },
  ])(
    "carries a link in its message only once the workspace is a week old and answered: $hours h, $isAnswered",
    async ({ hours, isAnswered, carries }) => {
      const message = "See https://okafor.example";
      const { request, workspace } = await send({ message });
      await asAdmin(async (query) => {
        await query(
          "update public.workspaces set created_at = now() - $2 * interval '1 hour' where id = $1",
          [workspace, hours],
        );
        if (isAnswered)
          await query("insert into private.answered_workspaces (workspace_id) values ($1)", [workspace]);
      });
      expect((await sendAll(request))[0]?.facts["message"]).toBe(carries ? message : "");
    },
  );

  test("is dropped when the request was cancelled or the person removed before it left", async () => {
    const { requester, request } = await send();
    granted(await requester.rpc("cancel_request", { request }));
    expect(await sendAll(request)).toEqual([]);
    expect(await endsOf(request)).toEqual(["ended dropped not_invited", "invitation dropped request_ended"]);

    const other = await send({
      emails: ["one", "two"].map((name) => `${name}-${randomUUID()}@people.example`),
    });
    await edit(other.requester, other.request, { recipients: [{ email: other.emails[0], name: "" }] });
    expect(kindsOf(await sendAll(other.request))).toEqual([`invitation ${other.emails[0]}`]);
  });
});

describe("what is told later", () => {
  test("the reason for a return has no link while the workspace is new", async () => {
    const sent = await sendRequest({ invite: true });
    await sendAll(sent.id);
    granted(
      await sent.recipient.rpc("answer_item", {
        item: sent.item.id,
        revision: 0,
        kind: "cannot_provide",
        answer: "Lost.",
      }),
    );
    await decide(sent, "return", "Unlock your account at https://evil.example/unlock");
    granted(await sent.requester.rpc("send_update", { request: sent.id }));
    const update = (await sendAll(sent.id)).find(({ kind }) => kind === "update");
    expect(update?.facts["returned"]).toMatchObject([{ title: "Passport", reason: "" }]);
    const { text } = await adminRow<{ text: string }>(
      "select private.waiting_items($1, p)::text as text from public.recipients as p where p.request_id = $1",
      [sent.id],
    );
    expect(text).not.toContain("evil");
  });

  test("a cancelled or closed request ends with an email to those who were invited", async () => {
    const { requester, request, emails } = await send();
    await sendAll(request);
    granted(await requester.rpc("cancel_request", { request }));
    const [withdrawn, ...more] = await sendAll(request);
    expect([withdrawn?.kind, withdrawn?.address, withdrawn?.facts["how"], more]).toEqual([
      "ended",
      emails[0],
      "withdrawn",
      [],
    ]);
    const other = await send();
    await sendAll(other.request);
    granted(await other.requester.rpc("close_request", { request: other.request }));
    expect((await sendAll(other.request)).map(({ facts }) => facts["how"])).toEqual(["closed"]);
  });

  test("a request that was cancelled by mistake and reopened says nothing", async () => {
    const { requester, request } = await send();
    await sendAll(request);
    granted(await requester.rpc("cancel_request", { request }));
    granted(await requester.rpc("reopen_request", { request }));
    expect(await sendAll(request)).toEqual([]);
    expect(await endsOf(request)).toContain("ended dropped reopened");
  });

  test("reopening tells only those who were told that it was over", async () => {
    const { requester, request, emails } = await send({
      emails: ["one", "two"].map((name) => `${name}-${randomUUID()}@people.example`),
    });
    await sendAll(request);
    granted(await requester.rpc("close_request", { request }));
    await sendAll(request);
    await asAdmin((query) =>
      query(
        "delete from private.outbox as o using public.recipients as p where p.id = o.recipient_id and p.email = $1 and o.kind = 'ended'",
        [emails[1]],
      ),
    );
    granted(await requester.rpc("reopen_request", { request }));
    const told = await sendAll(request);
    expect(told.map(({ kind, address, facts }) => [kind, address, facts["isReopened"]])).toEqual([
      ["update", emails[0], true],
    ]);
  });

  test("a change isn't told to the person who has answered the item since", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Payslip" }], recipients: 2 });
    await sendAll(sent.id);
    const items = await itemsOf(sent.requester, sent.id);
    const renamed = items.map(({ id }, place) =>
      draftItem(place === 0 ? "Passport copy" : "Payslip copy", { id }),
    );
    await edit(sent.requester, sent.id, { items: renamed });
    await upload(sent.recipient, sent.item.id);
    const told = (await sendAll(sent.id)).filter(({ kind }) => kind === "update");
    const changesFor = (email?: string) => told.find(({ address }) => address === email)?.facts["changes"];
    const [, other] = sent.recipients;
    expect(changesFor(sent.recipient.email)).toEqual([{ kind: "item_changed", title: "Payslip copy" }]);
    expect(changesFor(other?.email)).toHaveLength(2);
  });

  test("returns and changes are collected in one email, ten minutes after the first", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Payslip" }] });
    await sendAll(sent.id);
    await upload(sent.recipient, sent.item.id);
    await sendAll(sent.id);
    await decide(sent, "return", "Page 2 is cut off.");
    await edit(sent.requester, sent.id, { title: "Papers, corrected", due_on: "2026-12-24" });
    const { minutes } = await adminRow<{ minutes: number }>(
      `select round(extract(epoch from not_before - now()) / 60)::int as minutes
       from private.outbox where request_id = $1 and kind = 'update' and ended_at is null`,
      [sent.id],
    );
    expect(minutes).toBe(10);
    const [email, ...more] = await sendAll(sent.id);
    expect(more).toEqual([]);
    expect(email?.facts).toMatchObject({
      returned: [{ title: "Passport", reason: "Page 2 is cut off.", files: [] }],
      changes: [
        { kind: "title_changed", before: "Papers for the year" },
        { kind: "due_changed", dueOn: "2026-12-24" },
      ],
    });
  });

  test("a return that was undone and a change that was changed back vanish", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    await sendAll(sent.id);
    await decide(sent, "return", "Page 2 is cut off.");
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.items where id = $1",
      [sent.item.id],
    );
    granted(await sent.requester.rpc("undo_decision", { item: sent.item.id, revision }));
    await edit(sent.requester, sent.id, { title: "Wrong" });
    await edit(sent.requester, sent.id, { title: "Papers for the year" });
    expect(await sendAll(sent.id)).toEqual([]);
    expect(await endsOf(sent.id)).toContain("update dropped undone");
  });

  test("a receipt leaves at once when nothing is left, else half an hour after the last file", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Payslip" }] });
    await sendAll(sent.id);
    const minutesLeft = async () =>
      (
        await adminRow<{ minutes: number }>(
          `select round(extract(epoch from not_before - now()) / 60)::int as minutes
           from private.outbox where request_id = $1 and kind = 'receipt' and ended_at is null`,
          [sent.id],
        )
      ).minutes;
    await upload(sent.recipient, sent.items[0]?.id ?? "", "passport.pdf");
    expect(await minutesLeft()).toBe(30);
    await upload(sent.recipient, sent.items[1]?.id ?? "", "payslip.pdf");
    expect(await minutesLeft()).toBe(0);
    const [receipt, ...more] = await sendAll(sent.id);
    expect(more).toEqual([]);
    expect(receipt).toMatchObject({
      kind: "receipt",
      address: sent.recipient.email,
      facts: {
        left: 0,
        items: [
          {
            title: "Passport",
            answerKind: null,
            files: [{ name: "passport.pdf", sha256: expect.any(String) }],
          },
          { title: "Payslip", answerKind: null, files: [{ name: "payslip.pdf" }] },
        ],
        asker: { isTrusted: true },
      },
    });
  });

  test("a receipt lists a person's own files only, and none that were removed", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [ana, tomas] = sent.recipients;
    if (!ana || !tomas) throw new Error("Two recipients are needed");
    await sendAll(sent.id);
    await upload(tomas, sent.item.id, "secret of tomas.pdf");
    const mine = await upload(ana, sent.item.id, "mine.pdf");
    granted(await ana.rpc("remove_file", { file: mine.file_id }));
    const receipts = await sendAll(sent.id);
    expect(receipts.map(({ address }) => address)).toEqual([tomas.email]);
    expect(await endsOf(sent.id)).toContain("receipt dropped nothing_sent");
  });
});

describe("claims", () => {
  test("an email is claimed once, and again after its lease", async () => {
    const { request } = await send();
    await passTime(request);
    const email = await claim(request);
    expect(email?.kind).toBe("invitation");
    expect(await claim(request)).toBeUndefined();
    await passTime(request);
    expect((await claim(request))?.id).toBe(email?.id);
  });

  test("a lease expires by the database clock, even if the email clock is ahead", async () => {
    const { request } = await send();
    await passTime(request);
    const email = await claim(request);
    expect(email?.kind).toBe("invitation");
    await setClock(new Date(Date.now() + 86_400_000));
    try {
      expect(await claim(request)).toBeUndefined();
    } finally {
      await setClock(null);
    }
  });

  test("only the worker that holds it says what became of it", async () => {
    const { request } = await send();
    await passTime(request);
    const email = await claim(request);
    await finishEmail(email?.id ?? "", randomUUID(), "sent");
    expect(await endsOf(request)).toEqual(["invitation waiting"]);
  });

  test("a failed attempt is repeated after 1, 5 and 30 minutes, 2 and 6 hours, and then given up", async () => {
    const { request } = await send();
    const waits: (number | null)[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await passTime(request);
      const worker = randomUUID();
      const email = await claim(request, worker);
      await finishEmail(email?.id ?? "", worker, "retry", "421");
      const { minutes } = await adminRow<{ minutes: number | null }>(
        `select case when ended_at is null then round(extract(epoch from not_before - now()) / 60)::int end as minutes
         from private.outbox where request_id = $1`,
        [request],
      );
      waits.push(minutes);
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, null]);
    expect(await endsOf(request)).toEqual(["invitation failed 421"]);
  });

  test("an address that refuses email is noted with its recipients, and gets none from any workspace", async () => {
    const { request, emails } = await send();
    await passTime(request);
    const worker = randomUUID();
    const email = await claim(request, worker);
    await finishEmail(email?.id ?? "", worker, "refused", "550");
    expect((await recipientOf(request, emails[0] ?? "")).unreachable_at).not.toBeNull();

    const other = await send({ emails });
    expect(await sendAll(other.request)).toEqual([]);
    expect(await endsOf(other.request)).toEqual(["invitation dropped suppressed"]);
    // Both senders see the same.
    expect((await recipientOf(other.request, emails[0] ?? "")).unreachable_at).not.toBeNull();
  });

  test.each([
    ["refused at the end", "failed", "554"],
    ["tried in vain for hours", "retry", "421"],
  ])("an invitation that was %s marks only this recipient unreachable", async (_, outcome, reason) => {
    const { requester, request, emails } = await send();
    for (let attempt = 0; attempt < (outcome === "retry" ? 6 : 1); attempt += 1) {
      expect((await recipientOf(request, emails[0] ?? "")).unreachable_at).toBeNull();
      await passTime(request);
      const worker = randomUUID();
      const email = await claim(request, worker);
      await finishEmail(email?.id ?? "", worker, outcome, reason);
    }
    const { id, unreachable_at } = await recipientOf(request, emails[0] ?? "");
    expect(unreachable_at).not.toBeNull();
    expect(await eventsOf(request)).toContain("unreachable");

    const other = await send({ emails });
    expect(kindsOf(await sendAll(other.request))).toEqual([`invitation ${emails[0]}`]);
    granted(await requester.rpc("invite_recipient", { recipient: id }));
    expect(kindsOf(await sendAll(request))).toEqual([`invitation ${emails[0]}`]);
    expect((await recipientOf(request, emails[0] ?? "")).unreachable_at).toBeNull();
  });

  test.each(["refused", "sent"])(
    "an email that is %s after the address was corrected leaves the corrected recipient unchanged",
    async (outcome) => {
      const { requester, request, emails } = await send();
      await passTime(request);
      const worker = randomUUID();
      const email = await claim(request, worker);
      const right = `right-${randomUUID()}@people.example`;
      const { id } = await recipientOf(request, emails[0] ?? "");
      await edit(requester, request, { recipients: [{ id, email: right, name: "Anna" }] });
      await finishEmail(email?.id ?? "", worker, outcome, "550");
      expect(await recipientOf(request, right)).toMatchObject({ invited_at: null, unreachable_at: null });
      expect(await eventsOf(request)).not.toContain(outcome === "sent" ? "invited" : "unreachable");
      expect(kindsOf(await sendAll(request))).toEqual([`invitation ${right}`]);

      const other = await send({ emails });
      expect(kindsOf(await sendAll(other.request))).toEqual(
        outcome === "sent" ? [`invitation ${emails[0]}`] : [],
      );
    },
  );

  test("an address gets three emails a day from a workspace and five from new ones; others wait for tomorrow", async () => {
    const email = `busy-${randomUUID()}@people.example`;
    let sent = 0;
    const waiting: string[] = [];
    for (let workspace = 0; workspace < 3; workspace += 1) {
      const { requester, request } = await send({ emails: [email] });
      sent += (await sendAll(request)).length;
      const { id } = await recipientOf(request, email);
      for (let again = 0; again < 3; again += 1) {
        granted(await requester.rpc("invite_recipient", { recipient: id }));
        sent += (await sendAll(request)).length;
      }
      waiting.push(...(await endsOf(request)).filter((line) => line.includes("waiting")));
    }
    expect(sent).toBe(5);
    expect(waiting).toEqual(Array.from({ length: 3 }, () => "invitation waiting capped"));
  });

  test("nothing is claimed for a site that isn't one", async () => {
    const { request } = await send();
    await passTime(request);
    for (const wrong of ["", "sheaf.example", "https://sheaf.example/path"]) {
      expect(await work("select * from public.claim_email($1, $2)", [randomUUID(), wrong]), wrong).toEqual(
        [],
      );
    }
  });
});

describe("the link that stops email", () => {
  test("stops everything about the request, for anyone who holds it", async () => {
    const { requester, request, emails } = await send();
    const [invitation] = await sendAll(request);
    const token = invitation?.facts.stop.request.split("/").at(-1);
    expect(granted(await nobody().rpc("stop_email", { token }))).toBe("request");
    expect((await recipientOf(request, emails[0] ?? "")).muted_at).not.toBeNull();
    granted(await requester.rpc("cancel_request", { request }));
    expect(await sendAll(request)).toEqual([]);
    expect(await endsOf(request)).toContain("ended dropped muted");
  });

  test("says from whom it stops email and to which address, without its name, and is undone within a day", async () => {
    const { request, emails } = await send();
    const [invitation] = await sendAll(request);
    const token = invitation?.facts.stop.request.split("/").at(-1);
    const call = (fn: string) => nobody().rpc(fn, { token });
    const email = emails[0] ?? "";
    expect(granted(await call("peek_stop"))).toEqual({
      scope: "request",
      workspace: "Okafor & Lind",
      person: `${email[0]}…${email.slice(email.lastIndexOf("@"))}`,
    });
    expect((await recipientOf(request, email)).muted_at).toBeNull();
    expect(granted(await call("resume_email"))).toBeNull();
    granted(await call("stop_email"));
    expect(granted(await call("resume_email"))).toBe("request");
    expect((await recipientOf(request, email)).muted_at).toBeNull();

    granted(await call("stop_email"));
    await asAdmin((query) =>
      query("update public.recipients set muted_at = now() - interval '25 hours' where request_id = $1", [
        request,
      ]),
    );
    expect(granted(await call("resume_email"))).toBeNull();
    expect((await recipientOf(request, email)).muted_at).not.toBeNull();
  });

  test("stops working once its address was corrected", async () => {
    const { requester, request, emails } = await send();
    const [invitation] = await sendAll(request);
    const token = invitation?.facts.stop.request.split("/").at(-1);
    const right = `right-${randomUUID()}@people.example`;
    const { id } = await recipientOf(request, emails[0] ?? "");
    await edit(requester, request, { recipients: [{ id, email: right, name: "Anna" }] });
    expect(granted(await nobody().rpc("stop_email", { token }))).toBeNull();
    expect((await recipientOf(request, right)).muted_at).toBeNull();
  });

  test("changes nothing with a wrong token, and says so", async () => {
    const { request, emails } = await send();
    const [invitation] = await sendAll(request);
    const token = invitation?.facts.stop.request.split("/").at(-1) ?? "";
    expect(granted(await nobody().rpc("stop_email", { token }))).toBe("request");
    const before = await adminRow<{ count: number }>(
      "select count(*)::int as count from public.recipients where muted_at is not null",
    );
    const { id } = await recipientOf(request, emails[0] ?? "");
    const unsigned = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), Buffer.alloc(16)]);
    const otherLetter = token[30] === "A" ? "B" : "A";
    const other = await send();
    for (const forged of [
      "",
      "x".repeat(10_000),
      "A".repeat(43),
      unsigned.toString("base64url"),
      `${token.slice(0, 30)}${otherLetter}${token.slice(31)}`,
      `${token}A`,
      `${token.slice(0, 42)}!`,
      "' or true --",
    ]) {
      for (const fn of ["stop_email", "peek_stop", "resume_email"] as const)
        expect(granted(await nobody().rpc(fn, { token: forged })), `${fn} ${forged.slice(0, 50)}`).toBeNull();
    }
    expect(
      await adminRow("select count(*)::int as count from public.recipients where muted_at is not null"),
    ).toEqual(before);
    expect((await recipientOf(other.request, other.emails[0] ?? "")).muted_at).toBeNull();
  });
});

test("the report counts what waits and what became of the rest", async () => {
  await send();
  const lines = await work<{ kind: string; outcome: string; emails: string }>(
    "select * from public.email_report()",
    [],
  );
  expect(lines.find(({ kind, outcome }) => kind === "invitation" && outcome === "waiting")).toBeDefined();
});
