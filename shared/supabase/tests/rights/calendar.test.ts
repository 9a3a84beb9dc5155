import { readFile } from "node:fs/promises";
import { scaled } from "@sheaf/testing/scaled";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { adminRow } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { draftOf, itemsOf, linkOf } from "./testing/requests.ts";
import { clearOutbox, type ClaimedEmail, nextDue, sendDue, setClock } from "./testing/worker.ts";

/**
 * Sixty days of twenty-four requests, walked from one due moment to the next. Every email is a line of `calendar.txt`: when it
 * leaves in UTC, what it is, to whom, and which requests it is about.
 */
const begin = new Date("2027-03-15T08:00:00Z");
const end = new Date("2027-05-14T08:00:00Z");

beforeAll(async () => {
  await clearOutbox();
  await setClock(begin);
});
afterAll(() => setClock(null));

const isRepeated = inject("isRepeated");

interface Act {
  at: Date;
  act: () => Promise<unknown>;
}
const acts: Act[] = [];
const sentTitles: string[] = [];

/** @param at day and time in UTC: "03-24 10:00". */
function on(at: string, act: () => Promise<unknown>): void {
  acts.push({ at: new Date(`2027-${at.replace(" ", "T")}:00Z`), act });
}

interface Sent {
  id: string;
  requester: Person;
  workspace: string;
  token: string;
}

interface Settings {
  /** MM-DD. */
  due?: string;
  /** Of the workspace. */
  zone?: string;
  to: (Person | string)[];
  invite?: boolean;
  by?: { requester: Person; workspace: string };
}

async function open(name: string, zone = "Europe/Lisbon"): Promise<{ requester: Person; workspace: string }> {
  const requester = await signUp(`${name}boss`);
  const workspace = granted(
    await requester.rpc("create_workspace", { name: "Okafor & Lind", display_name: "Nora Okafor", zone }),
  ) as string;
  return { requester, workspace };
}

/** A request with one answer in words to give. */
async function send(title: string, settings: Settings): Promise<Sent> {
  const { requester, workspace } = settings.by ?? (await open(title, settings.zone));
  const emails = settings.to.map((person) => (typeof person === "string" ? person : person.email));
  const draft = {
    ...draftOf([{ title: "Address", kind: "text" }], emails),
    title,
    due_on: settings.due === undefined ? null : `2027-${settings.due}`,
  };
  const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request: id, invite: settings.invite ?? true }));
  sentTitles.push(title);
  return { id, requester, workspace, token: await linkOf(requester, id) };
}

async function visit(person: Person, sent: Sent, zone: string): Promise<void> {
  granted(await person.rpc("join_request", { token: sent.token }));
  granted(await person.rpc("visit_request", { request: sent.id, zone }));
}

async function itemOf({ requester, id }: Sent) {
  const [item] = await itemsOf(requester, id);
  if (!item) throw new Error("No item");
  return { item: item.id, revision: item.revision };
}

const answer = async (person: Person, sent: Sent) =>
  granted(await person.rpc("answer_item", { ...(await itemOf(sent)), kind: "text", answer: "Rua Nova 12" }));

const giveBack = async (sent: Sent) =>
  granted(
    await sent.requester.rpc("decide_item", {
      ...(await itemOf(sent)),
      decision: "return",
      reason: "The number is missing.",
    }),
  );

const undo = async (sent: Sent) => granted(await sent.requester.rpc("undo_decision", await itemOf(sent)));

const change = (name: string, sent: Sent) => async () =>
  granted(await sent.requester.rpc(`${name}_request`, { request: sent.id }));

async function edit(sent: Sent, edited: Record<string, unknown>): Promise<void> {
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.requests where id = $1",
    [sent.id],
  );
  granted(await sent.requester.rpc("edit_request", { request: sent.id, revision, change: edited }));
}

const plan = { before: [7, 2, 0], every: 3, undated: 7, most: 6 };
const remind = (sent: Sent, paused: boolean, other: object = plan) =>
  sent.requester.rpc("set_reminders", { request: sent.id, plan: other, paused }).then(granted);

const prefer = async ({ requester, workspace }: Sent, arrivals: string, zone: string) =>
  granted(await requester.rpc("set_email_preference", { workspace, arrivals, zone }));

/** Due dates, weekends and zones: what two engines could count differently. */
async function sendByZone(): Promise<void> {
  await send("dated", { due: "03-31", to: ["dated@calendar.example"] });
  await send("undated", { to: ["undated@calendar.example"] });
  await send("tokyo", { due: "03-31", to: ["tokyo@calendar.example"], zone: "Asia/Tokyo" });
  await send("weekend", { due: "04-04", to: ["weekend@calendar.example"] });

  // Their browser says where they are, on both sides of the date line.
  const [east, west] = [await signUp("east"), await signUp("west")];
  const dateline = await send("dateline", { due: "03-31", to: [east, west] });
  on("03-16 10:00", () => visit(east, dateline, "Pacific/Kiritimati"));
  on("03-16 10:00", () => visit(west, dateline, "Pacific/Pago_Pago"));

  const newYork = await signUp("newyork");
  const abroad = await send("abroad", { due: "03-31", to: [newYork] });
  on("03-16 10:00", () => visit(newYork, abroad, "America/New_York"));
}

async function sendAndAct(): Promise<void> {
  const promising = await signUp("promising");
  const promised = await send("promised", { due: "03-31", to: [promising] });
  on("03-22 20:00", () => visit(promising, promised, "Europe/Lisbon"));
  on("03-22 20:05", () =>
    promising.rpc("promise_date", { request: promised.id, on: "2027-04-07" }).then(granted),
  );

  // A recipient who looks in each evening is reminded the next afternoon at the earliest.
  const looking = await signUp("looking");
  const looked = await send("looked", { due: "03-31", to: [looking] });
  for (const day of ["03-23", "03-28", "03-30"]) {
    on(`${day} 18:00`, () => visit(looking, looked, "Europe/Lisbon"));
  }

  const paused = await send("paused", { due: "03-31", to: ["paused@calendar.example"] });
  on("03-20 10:00", change("pause", paused));
  on("04-01 10:00", change("resume", paused));

  const quiet = await send("quiet", { due: "03-31", to: ["quiet@calendar.example"] });
  on("03-20 10:00", () => remind(quiet, true));
  on("04-01 10:00", () => remind(quiet, false));

  const daily = await send("daily", { due: "03-19", to: ["daily@calendar.example"] });
  on("03-15 09:00", () => remind(daily, false, { ...plan, before: [], every: 1, most: 4 }));

  const answering = await signUp("answering");
  const answered = await send("answered", { due: "03-31", to: [answering] });
  on("03-22 10:00", () => visit(answering, answered, "Europe/Lisbon"));
  on("03-22 10:05", () => answer(answering, answered));

  const returning = await signUp("returning");
  const returned = await send("returned", { due: "03-31", to: [returning] });
  on("03-22 10:00", () => visit(returning, returned, "Europe/Lisbon"));
  on("03-22 10:05", () => answer(returning, returned));
  on("04-02 10:00", () => giveBack(returned));

  const undoing = await signUp("undoing");
  const undone = await send("undone", { due: "03-31", to: [undoing] });
  on("03-22 10:00", () => visit(undoing, undone, "Europe/Lisbon"));
  on("03-22 10:05", () => answer(undoing, undone));
  on("04-02 10:00", () => giveBack(undone));
  on("04-02 10:09", () => undo(undone));

  const bounced = await send("bounced", { due: "03-31", to: ["bouncing@calendar.example"] });
  on("03-26 10:00", async () => {
    const { id } = await adminRow<{ id: string }>("select id from public.recipients where request_id = $1", [
      bounced.id,
    ]);
    await edit(bounced, { recipients: [{ id, email: "corrected@calendar.example", name: "" }] });
  });

  // A member chose one email a day for this workspace, and none for that one.
  await prefer(bounced, "daily", "Asia/Tokyo");
  await prefer(undone, "none", "Europe/Lisbon");

  const stopping = await signUp("stopping");
  const stopped = await send("stopped", { due: "03-31", to: [stopping] });
  on("03-25 10:00", async () => {
    await visit(stopping, stopped, "Europe/Lisbon");
    granted(await stopping.rpc("mute_request", { request: stopped.id, muted: true }));
  });

  const cancelled = await send("cancelled", { due: "03-31", to: ["cancelled@calendar.example"] });
  on("03-25 10:00", change("cancel", cancelled));
  on("03-26 10:00", change("reopen", cancelled));

  const closed = await send("closed", { due: "03-31", to: ["closed@calendar.example"] });
  on("03-30 10:00", change("close", closed));

  await send("byhand", { due: "03-31", to: ["byhand@calendar.example"], invite: false });
  const shown = await signUp("shown");
  const shared = await send("shared", { due: "03-31", to: [shown], invite: false });
  on("03-17 10:00", () => visit(shown, shared, "Europe/Lisbon"));

  const added = await send("added", { due: "03-31", to: ["first@calendar.example"] });
  on("03-26 10:00", async () => {
    const { id } = await adminRow<{ id: string }>("select id from public.recipients where request_id = $1", [
      added.id,
    ]);
    const first = { id, email: "first@calendar.example", name: "" };
    await edit(added, { recipients: [first, { email: "second@calendar.example", name: "" }] });
  });

  const moved = await send("moved", { due: "04-30", to: ["moved@calendar.example"] });
  on("03-22 10:00", () => edit(moved, { due_on: "2027-03-26" }));

  const hurried = await send("hurried", { due: "03-31", to: ["hurried@calendar.example"] });
  on("03-23 22:00", () => hurried.requester.rpc("send_reminders", { request: hurried.id }).then(granted));

  // One person: three requests of one workspace, and two of another.
  const [office, bank] = [await open("office"), await open("bank")];
  for (const [title, by, due] of [
    ["tax", office, "03-31"],
    ["lease", office, "04-01"],
    ["wages", office, "04-20"],
    ["loan", bank, "03-31"],
    ["card", bank, "03-31"],
  ] as const) {
    await send(title, { by, due, to: ["asked@calendar.example"] });
  }
}

/** With what it is sorted by: the moment, which milliseconds don't count in, then the text. */
function line(email: ClaimedEmail, at: Date): [order: string, text: string] {
  const { requests, request, arrived, overdue, bounced } = email.facts as {
    requests?: { request: { title: string } }[];
    request?: { title: string };
    arrived?: { title: string }[];
    overdue?: { title: string }[];
    bounced?: { title: string }[];
  };
  const titles = [
    ...(request === undefined ? [] : [request.title]),
    ...(requests?.map(({ request: { title } }) => title) ?? []),
    ...(arrived?.map(({ title }) => `${title} arrived`) ?? []),
    ...(overdue?.map(({ title }) => `${title} overdue`) ?? []),
    ...(bounced?.map(({ title }) => `${title} unreachable`) ?? []),
  ];
  const day = at.toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
  const moment = at.toISOString().slice(5, 16).replace("T", " ");
  const text = `${email.kind.padEnd(10)}  ${email.address.split(/[-@]/)[0]}: ${titles.join(", ")}`;
  return [`${moment} ${text}`, `${day} ${moment}  ${text}`];
}

/** Lines of the calendar about these requests, none of which is in an email with others. */
async function linesAbout(titles: readonly string[]): Promise<string[]> {
  const lines = (await readFile(new URL("calendar.txt", import.meta.url), "utf8")).trim().split("\n");
  return lines.filter((text) => titles.some((title) => new RegExp(`: ${title}( |$)`).test(text)));
}

test(
  "sixty days of requests send exactly the emails of the calendar",
  { timeout: scaled(120_000) },
  async () => {
    await sendByZone();
    if (!isRepeated) await sendAndAct();
    const waiting = acts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const lines: ReturnType<typeof line>[] = [];
    let clock = begin;
    for (let steps = 0; ; steps += 1) {
      if (steps > 1000) throw new Error(`Something stays due at ${clock.toISOString()}`);
      const due = await nextDue();
      const next = waiting[0];
      const at = Math.min(
        due?.getTime() ?? Number.POSITIVE_INFINITY,
        next?.at.getTime() ?? Number.POSITIVE_INFINITY,
      );
      if (at > end.getTime()) break;
      clock = new Date(Math.max(at, clock.getTime()));
      await setClock(clock);
      if (next && next.at <= clock) {
        waiting.shift();
        await next.act();
        continue;
      }
      const emails = await sendDue(({ address }) =>
        address === "bouncing@calendar.example" ? "refused" : "sent",
      );
      lines.push(...emails.map((email) => line(email, clock)));
    }
    const calendar = lines.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
    if (isRepeated) expect(calendar).toEqual(await linesAbout(sentTitles));
    else await expect(`${calendar.join("\n")}\n`).toMatchFileSnapshot("calendar.txt");
  },
);
