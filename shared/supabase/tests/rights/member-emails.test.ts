import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFactor, requireSecondFactor } from "./testing/cast.ts";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import { itemsOf, openWorkspace, sendRequest, type SentRequest, upload } from "./testing/requests.ts";
import { type ClaimedEmail, clearOutbox, endsOf, sendDue, setClock, site } from "./testing/worker.ts";

/** A Tuesday, in the afternoon of every zone used here. */
const start = new Date("2027-06-01T14:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const days = 24 * 60;

beforeEach(async () => {
  await clearOutbox();
  await setClock(start);
});
afterEach(() => setClock(null));

const two = { items: [{ title: "Passport" }, { title: "Payslip" }] };

/** Sends what is due at a moment. @returns emails to members. */
async function sentToMembers(at: Date): Promise<ClaimedEmail[]> {
  await setClock(at);
  return (await sendDue()).filter(({ kind }) => kind === "arrived" || kind === "summary");
}

async function join(workspace: string, person: Person): Promise<void> {
  granted(await person.rpc("change_name", { display_name: "Tomás Duart" }));
  await asAdmin((query) =>
    query("insert into public.members (workspace_id, user_id, role) values ($1, $2, 'member')", [
      workspace,
      person.userId,
    ]),
  );
}

/** A second member of the request's workspace. */
async function colleague({ workspace }: Pick<SentRequest, "workspace">): Promise<Person> {
  const person = await signUp("tomas");
  await join(workspace, person);
  return person;
}

async function decide({ requester, id }: SentRequest, title: string, decision: string, reason?: string) {
  const { id: item, revision } = await adminRow<{ id: string; revision: number }>(
    "select id, revision from public.items where request_id = $1 and title = $2",
    [id, title],
  );
  granted(
    await requester.rpc("decide_item", { item, revision, decision, ...(reason !== undefined && { reason }) }),
  );
}

const prefer = async (person: Person, workspace: string, arrivals: string, zone = "Europe/Lisbon") =>
  granted(await person.rpc("set_email_preference", { workspace, arrivals, zone }));

const addresses = (emails: ClaimedEmail[]) => emails.map(({ kind, address }) => `${kind} ${address}`).sort();

const tokenIn = ({ facts }: ClaimedEmail) => String(facts["stopUrl"]).replace(`${site}/email/stop/`, "");

describe("an arrival", () => {
  test("is told ten minutes after the last one, with all that came by then", async () => {
    const sent = await sendRequest(two);
    await upload(sent.recipient, sent.items[0]?.id ?? "", "passport.pdf");
    expect(await sentToMembers(later(9))).toEqual([]);
    await upload(sent.recipient, sent.items[1]?.id ?? "", "payslip.pdf");
    expect(await sentToMembers(later(18))).toEqual([]);
    const [email, ...more] = await sentToMembers(later(20));
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      kind: "arrived",
      address: sent.requester.email,
      name: "Nora Okafor",
      facts: {
        workspace: "Okafor & Lind",
        request: { title: "Papers for the year", url: `${site}/requests/${sent.id}` },
        people: [sent.recipient.email],
        arrivals: [
          { title: "Passport", files: ["passport.pdf"], answer: "none", isAgain: false },
          { title: "Payslip", files: ["payslip.pdf"], answer: "none", isAgain: false },
        ],
        states: ["submitted", "submitted"],
        toReview: 2,
        settingsUrl: `${site}/settings/email`,
      },
    });
    expect(tokenIn(email as ClaimedEmail)).toMatch(/^[\w-]{43}$/);
  });

  test("waits an hour at most while more keeps coming", async () => {
    const sent = await sendRequest({});
    for (let minute = 0; minute <= 56; minute += 8) {
      expect(await sentToMembers(later(minute)), `after ${minute} minutes`).toEqual([]);
      await upload(sent.recipient, sent.item.id, `page ${minute}.pdf`);
    }
    expect(await sentToMembers(later(59))).toEqual([]);
    expect(addresses(await sentToMembers(later(60)))).toEqual([`arrived ${sent.requester.email}`]);
    expect(await sentToMembers(later(120))).toEqual([]);
  });

  test("says when something was returned before, and why there is no answer", async () => {
    const sent = await sendRequest(two);
    await upload(sent.recipient, sent.items[0]?.id ?? "", "blurred.pdf");
    await sentToMembers(later(10));
    await decide(sent, "Passport", "return", "Page 2 is blurred.");
    await upload(sent.recipient, sent.items[0]?.id ?? "", "sharp.pdf");
    const payslip = (await itemsOf(sent.requester, sent.id))[1];
    granted(
      await sent.recipient.rpc("answer_item", {
        item: payslip?.id,
        revision: payslip?.revision,
        kind: "cannot_provide",
        answer: "I am self-employed.",
      }),
    );
    const [email] = await sentToMembers(later(60));
    expect(email?.facts["arrivals"]).toEqual([
      { title: "Passport", files: ["sharp.pdf"], answer: "none", note: "", isAgain: true },
      { title: "Payslip", files: [], answer: "cannot_provide", note: "I am self-employed.", isAgain: false },
    ]);
  });

  test("isn't told once a member has decided, or once it was taken back", async () => {
    const decided = await sendRequest({});
    await upload(decided.recipient, decided.item.id);
    await decide(decided, "Passport", "accept");
    const takenBack = await sendRequest({});
    const file = await upload(takenBack.recipient, takenBack.item.id);
    granted(await takenBack.recipient.rpc("remove_file", { file: file.file_id }));
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(await endsOf(decided.id)).toContain("arrived dropped undone");
    expect(await endsOf(takenBack.id)).toContain("arrived dropped undone");
  });

  test("isn't reported if its request has since been cancelled", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(await endsOf(sent.id)).toContain("arrived dropped request_ended");
  });

  test("isn't reported to the person who sent it", async () => {
    const sent = await sendRequest({ recipients: 2 });
    await join(sent.workspace, sent.recipient);
    granted(await sent.recipient.rpc("watch_request", { request: sent.id, watched: true }));
    await upload(sent.recipient, sent.item.id);
    expect(addresses(await sentToMembers(later(60)))).toEqual([`arrived ${sent.requester.email}`]);
    await upload(sent.recipients[1] as Person, sent.item.id, "other.pdf");
    expect(addresses(await sentToMembers(later(120)))).toEqual(
      [`arrived ${sent.recipient.email}`, `arrived ${sent.requester.email}`].sort(),
    );
  });
});

describe("watching", () => {
  test("the sender of a request watches it, and other members may", async () => {
    const sent = await sendRequest({});
    const tomas = await colleague(sent);
    expect(granted(await sent.requester.rpc("watches_request", { request: sent.id }))).toBe(true);
    expect(granted(await tomas.rpc("watches_request", { request: sent.id }))).toBe(false);
    await upload(sent.recipient, sent.item.id);
    expect(addresses(await sentToMembers(later(10)))).toEqual([`arrived ${sent.requester.email}`]);

    granted(await tomas.rpc("watch_request", { request: sent.id, watched: true }));
    granted(await sent.requester.rpc("watch_request", { request: sent.id, watched: false }));
    expect(granted(await tomas.rpc("watches_request", { request: sent.id }))).toBe(true);
    expect(granted(await sent.requester.rpc("watches_request", { request: sent.id }))).toBe(false);
    await upload(sent.recipient, sent.item.id, "second.pdf");
    expect(addresses(await sentToMembers(later(60)))).toEqual([`arrived ${tomas.email}`]);
  });

  test("ends also for an email that waits", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    granted(await sent.requester.rpc("watch_request", { request: sent.id, watched: false }));
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(await endsOf(sent.id)).toContain("arrived dropped not_watched");
  });

  test("tells nothing to who lacks the second factor that is required by now", async () => {
    const sent = await sendRequest({});
    const tomas = await colleague(sent);
    granted(await tomas.rpc("watch_request", { request: sent.id, watched: true }));
    await addFactor(sent.requester);
    await upload(sent.recipient, sent.item.id);
    await requireSecondFactor(sent.workspace);
    expect(addresses(await sentToMembers(later(60)))).toEqual([`arrived ${sent.requester.email}`]);
    expect(await endsOf(sent.id)).toContain("arrived dropped second_factor");
  });

  test("ends by one click in the email, without signing in", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    const [email] = await sentToMembers(later(10));
    expect(granted(await nobody().rpc("stop_email", { token: tokenIn(email as ClaimedEmail) }))).toBe(
      "watched",
    );
    expect(granted(await sent.requester.rpc("watches_request", { request: sent.id }))).toBe(false);
    await upload(sent.recipient, sent.item.id, "second.pdf");
    expect(await sentToMembers(later(60))).toEqual([]);
  });

  test("is for members alone", async () => {
    const sent = await sendRequest({});
    for (const person of [await signUp("stranger"), sent.recipient]) {
      expectNotFound(await person.rpc("watch_request", { request: sent.id, watched: true }));
      expectNotFound(await person.rpc("watches_request", { request: sent.id }));
    }
  });

  test("ends with the membership", async () => {
    const sent = await sendRequest({});
    const tomas = await colleague(sent);
    granted(await tomas.rpc("watch_request", { request: sent.id, watched: true }));
    await upload(sent.recipient, sent.item.id);
    await asAdmin((query) => query("delete from public.members where user_id = $1", [tomas.userId]));
    expect(addresses(await sentToMembers(later(60)))).toEqual([`arrived ${sent.requester.email}`]);
    expect(await endsOf(sent.id)).toContain("arrived dropped not_member");
  });
});

describe("a daily summary", () => {
  test("comes at eight in the member's own zone, instead of single emails", async () => {
    const sent = await sendRequest(two);
    const tomas = await colleague(sent);
    granted(await tomas.rpc("watch_request", { request: sent.id, watched: true }));
    await prefer(sent.requester, sent.workspace, "daily", "Europe/Lisbon");
    await prefer(tomas, sent.workspace, "daily", "America/New_York");
    await upload(sent.recipient, sent.item.id);
    // 08:00 on 2 June: 07:00 UTC in Lisbon, 12:00 UTC in New York.
    expect(await sentToMembers(new Date("2027-06-02T06:59:00Z"))).toEqual([]);
    const [email, ...more] = await sentToMembers(new Date("2027-06-02T07:00:00Z"));
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      kind: "summary",
      address: sent.requester.email,
      facts: {
        workspace: "Okafor & Lind",
        arrived: [
          {
            title: "Papers for the year",
            url: `${site}/requests/${sent.id}`,
            people: [sent.recipient.email],
            items: 1,
          },
        ],
        overdue: [],
        bounced: [],
        today: "2027-06-02",
      },
    });
    expect(await sentToMembers(new Date("2027-06-02T11:59:00Z"))).toEqual([]);
    expect(addresses(await sentToMembers(new Date("2027-06-02T12:00:00Z")))).toEqual([
      `summary ${tomas.email}`,
    ]);
  });

  test("names a request with new messages of its recipient, until they are read or answered", async () => {
    const sent = await sendRequest(two);
    const asked = await sendRequest({ requester: sent.requester, workspace: sent.workspace });
    await prefer(sent.requester, sent.workspace, "daily");
    const ask = async ({ recipient, item }: SentRequest, body: string) =>
      granted(await recipient.rpc("ask_question", { item: item.id, body }));
    await ask(sent, "Both sides?");
    await ask(asked, "Which year?");
    await ask(asked, "And the one before?");
    const { until } = await adminRow<{ until: string }>(
      "select max(at)::text as until from public.messages where request_id = $1",
      [sent.id],
    );
    granted(await sent.requester.rpc("read_questions", { item: sent.item.id, until }));
    const [email, ...more] = await sentToMembers(later(days));
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      kind: "summary",
      facts: { arrived: [], questions: [{ url: `${site}/requests/${asked.id}`, messages: 2 }], overdue: [] },
    });
  });

  test("says nothing when nothing happened, and nothing twice", async () => {
    const sent = await sendRequest({});
    await prefer(sent.requester, sent.workspace, "daily");
    await upload(sent.recipient, sent.item.id);
    expect(addresses(await sentToMembers(later(days)))).toEqual([`summary ${sent.requester.email}`]);
    expect(await sentToMembers(later(2 * days))).toEqual([]);
    const dropped = await adminRow<{ reason: string }>(
      "select reason from private.outbox where workspace_id = $1 and kind = 'summary' and outcome = 'dropped'",
      [sent.workspace],
    );
    expect(dropped.reason).toBe("nothing_happened");
  });

  test("names a request on the day after its due date, and an address that can't be emailed", async () => {
    const sent = await sendRequest({});
    await prefer(sent.requester, sent.workspace, "daily");
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.requests where id = $1",
      [sent.id],
    );
    granted(
      await sent.requester.rpc("edit_request", {
        request: sent.id,
        revision,
        change: { due_on: "2027-06-02" },
      }),
    );
    await asAdmin((query) =>
      query("update public.recipients set unreachable_at = now() where request_id = $1", [sent.id]),
    );
    const [first] = await sentToMembers(new Date("2027-06-02T07:00:00Z"));
    expect(first?.facts).toMatchObject({
      overdue: [],
      bounced: [{ title: "Papers for the year", address: sent.recipient.email }],
    });
    const [second] = await sentToMembers(new Date("2027-06-03T07:00:00Z"));
    expect(second?.facts).toMatchObject({
      overdue: [{ title: "Papers for the year", dueOn: "2027-06-02" }],
      bounced: [],
    });
    expect(await sentToMembers(new Date("2027-06-04T07:00:00Z"))).toEqual([]);
  });

  test("keeps to the requests that the member watches", async () => {
    const sent = await sendRequest({});
    const tomas = await colleague(sent);
    await prefer(tomas, sent.workspace, "daily");
    await upload(sent.recipient, sent.item.id);
    expect(addresses(await sentToMembers(later(days)))).toEqual([`arrived ${sent.requester.email}`]);
  });

  test("ends by one click in the email", async () => {
    const sent = await sendRequest({});
    await prefer(sent.requester, sent.workspace, "daily");
    await upload(sent.recipient, sent.item.id);
    const [email] = await sentToMembers(later(days));
    expect(granted(await nobody().rpc("stop_email", { token: tokenIn(email as ClaimedEmail) }))).toBe(
      "summary",
    );
    expect(granted(await sent.requester.rpc("my_email_preferences", {}))).toMatchObject([
      { arrivals: "none" },
    ]);
    await upload(sent.recipient, sent.item.id, "second.pdf");
    expect(await sentToMembers(later(3 * days))).toEqual([]);
  });
});

describe("preferences", () => {
  test("are for each workspace, and every arrival by default", async () => {
    const sent = await sendRequest({});
    expect(granted(await sent.requester.rpc("my_email_preferences", {}))).toEqual([
      { workspace_id: sent.workspace, name: "Okafor & Lind", arrivals: "each" },
    ]);
    await prefer(sent.requester, sent.workspace, "none");
    await upload(sent.recipient, sent.item.id);
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(granted(await sent.recipient.rpc("my_email_preferences", {}))).toEqual([]);
  });

  test("hold also for an email that waits", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    await prefer(sent.requester, sent.workspace, "none");
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(await endsOf(sent.id)).toContain("arrived dropped preference");
  });

  test("of a browser without a zone, or with one that isn't known, take the workspace's", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const plan = { before: [3], every: 3, undated: 7, most: 4 };
    granted(await requester.rpc("set_workspace_reminders", { workspace, zone: "Europe/Lisbon", plan }));
    const zoneWith = async (zone: string) => {
      await prefer(requester, workspace, "daily", zone);
      return adminRow("select zone from private.member_emails where workspace_id = $1", [workspace]);
    };
    for (const none of ["Etc/Unknown", "", "Mars/Olympus", "EST5EDT,M3.2.0"])
      expect(await zoneWith(none)).toEqual({ zone: "Europe/Lisbon" });
    expect(await zoneWith("Asia/Calcutta")).toEqual({ zone: "Asia/Kolkata" });
    expect(await zoneWith("America/Buenos_Aires")).toEqual({ zone: "America/Argentina/Buenos_Aires" });
  });

  test("refuse an unknown choice and another user's workspace", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const set = (person: Person, over: Record<string, unknown>) =>
      person.rpc("set_email_preference", { workspace, arrivals: "daily", zone: "Europe/Lisbon", ...over });
    expectRefusal(await set(requester, { arrivals: "hourly" }), 422, "email.arrivals");
    expectRefusal(await set(requester, { arrivals: null }), 422, "email.arrivals");
    expectNotFound(await set(await signUp("stranger"), {}));
    expect(granted(await requester.rpc("my_email_preferences", {}))).toMatchObject([{ arrivals: "each" }]);
  });
});

describe("stopping all email", () => {
  test("holds back every email to the address", async () => {
    const sent = await sendRequest({});
    expect(granted(await sent.requester.rpc("email_is_stopped", {}))).toBe(false);
    granted(await sent.requester.rpc("stop_all_email", { stopped: true }));
    expect(granted(await sent.requester.rpc("email_is_stopped", {}))).toBe(true);
    await upload(sent.recipient, sent.item.id);
    expect(await sentToMembers(later(60))).toEqual([]);
    expect(await endsOf(sent.id)).toContain("arrived dropped suppressed");
  });

  test("of a recipient reads like an address that refuses email, to everyone who asks them", async () => {
    const [stopped, refused] = [await sendRequest({}), await sendRequest({})];
    granted(await stopped.recipient.rpc("stop_all_email", { stopped: true }));
    const read = async ({ requester, id }: SentRequest) =>
      granted(
        await requester.knock(
          `/rest/v1/recipients?select=invited_at,emailed_at,unreachable_at&request_id=eq.${id}`,
        ),
      ) as { unreachable_at: string | null }[];
    for (const sent of [stopped, refused]) {
      const [row] = granted(
        await sent.requester.knock(`/rest/v1/recipients?select=id&request_id=eq.${sent.id}`),
      ) as { id: string }[];
      granted(await sent.requester.rpc("invite_recipient", { recipient: row?.id }));
    }
    await sendDue(({ address }) => (address === refused.recipient.email ? "refused" : "sent"));
    for (const sent of [stopped, refused]) {
      expect(await read(sent)).toEqual([
        { invited_at: null, emailed_at: null, unreachable_at: expect.any(String) },
      ]);
    }
  });

  test("can be taken back, also after a server refused an email", async () => {
    const sent = await sendRequest({});
    const recipientRow = () =>
      adminRow<{ id: string; unreachable_at: Date | null }>(
        "select id, unreachable_at from public.recipients where request_id = $1",
        [sent.id],
      );
    granted(await sent.requester.rpc("invite_recipient", { recipient: (await recipientRow()).id }));
    await sendDue(({ address }) => (address === sent.recipient.email ? "refused" : "sent"));
    expect(granted(await sent.recipient.rpc("email_is_stopped", {}))).toBe(true);
    expect((await recipientRow()).unreachable_at).not.toBeNull();

    granted(await sent.recipient.rpc("stop_all_email", { stopped: false }));
    expect(granted(await sent.recipient.rpc("email_is_stopped", {}))).toBe(false);
    expect((await recipientRow()).unreachable_at).toBeNull();
    granted(await sent.requester.rpc("invite_recipient", { recipient: (await recipientRow()).id }));
    expect((await sendDue()).map(({ kind }) => kind)).toContain("invitation");
  });
});
