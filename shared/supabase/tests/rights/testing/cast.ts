import { randomUUID } from "node:crypto";
import { adminRow, asAdmin } from "./database.ts";
import { granted } from "./expectations.ts";
import { proveAll } from "./prove.ts";
import { removeMember, removeRecipient } from "./former.ts";
import { nobody, type Person, signIn, signUp, withClaims } from "./people.ts";
import { addExample, beginExample, type Example, putExample } from "./examples.ts";
import {
  begin,
  beginAsMember,
  draftOf,
  itemsOf,
  linkOf,
  openWorkspace,
  put,
  type Upload,
  upload,
} from "./requests.ts";

/** The people of the matrix, by column name, and the data they act on. */
export interface Cast {
  people: Map<string, Person>;
  person(name: string): Person;
  workspaceA: string;
  workspaceB: string;
  /**
   * Sent, joined by all recipients; the first item has a stored file, the second is decided, the third is empty, the fourth
   * received elsewhere, the fifth has one of two expected files and a question, and the recipient handed it to the helper.
   */
  request: string;
  token: string;
  items: string[];
  draft: string;
  template: string;
  /** Sends the template to two people. */
  job: string;
  /** Cancelled. */
  ended: string;
  /** The recipient's files, all of the first item. */
  stored: Upload;
  arrived: Upload;
  uploading: Upload;
  removed: Upload;
  /** The member's file, of the fourth item. */
  addedByMember: Upload;
  /** Examples: the owner's of the first item, and the member's of the draft, one that has arrived and one that hasn't. */
  example: Example;
  sentExample: Example;
  begunExample: Example;
  /** The recipient's question about the first item, to which the owner replied. */
  question: string;
  /** The owner's note on the first item. */
  note: string;
  /** A stranger's request to be added to the request of A. */
  asked: string;
  /** The recipient's row of the request. */
  recipientRow: string;
  /** The recipient and the co-recipient among the people of A. */
  asPerson: string;
  asOtherPerson: string;
  /** A tag of the request of A. */
  tag: string;
  /** The member's; the other members have one each. */
  view: string;
  /** The owner of A has invited the outsider. */
  invitation: string;
  invitationToken: string;
  /** Ids of what belonged to the removed people, by column name. */
  former: ReadonlyMap<string, Partial<Cast>>;
}

/** The cast with the things that were a removed person's own in place of the others'; for all others the same cast. */
export const withOwn = (cast: Cast, who: string): Cast => ({ ...cast, ...cast.former.get(who) });

export async function makeCast(): Promise<Cast> {
  const owner = await signUp("owner");
  const workspaceA = await openWorkspace(owner);
  const rival = await signUp("rival");
  const workspaceB = await openWorkspace(rival);
  const recipient = await signUp("recipient");
  const coRecipient = await signUp("co-recipient");
  const helper = await signUp("helper");
  const people = new Map<string, Person>([
    ["owner", owner],
    ["admin", await signUp("admin")],
    ["member", await signUp("member")],
    ["ex-member", await signUp("ex-member")],
    ["lapsed", await lapsedMember()],
    ["rival", rival],
    ["recipient", recipient],
    ["co-recipient", coRecipient],
    ["ex-recipient", await signUp("ex-recipient")],
    ["helper", helper],
    ["outsider", await signUp("outsider")],
    ["anon", nobody()],
    ["anonymous", await signIn(owner, { is_anonymous: true })],
    ["unverified", await withFactor()],
    ["ended", await endedSession(owner)],
    ["third-party", await signIn(owner, { client_id: "3b0e4f0e-6a52-4a3e-9d8e-0f5a2f9f7c11" })],
  ]);
  const person = (name: string): Person => {
    const found = people.get(name);
    if (!found) throw new Error(`Unknown person: ${name}`);
    return found;
  };
  await enrol(workspaceA, person("admin"), "admin");
  for (const named of ["member", "ex-member"]) await enrol(workspaceA, person(named), "member");
  await enrol(workspaceA, person("unverified"), "owner");
  const watching = ["owner", "admin", "member", "ex-member", "lapsed", "unverified", "rival"];
  const view = await saveViews(watching.map(person), person("member"));
  for (const named of ["recipient", "co-recipient", "ex-recipient", "helper", "outsider", "rival"])
    await giveName(person(named));

  const draft = granted(
    await owner.rpc("create_request", {
      workspace: workspaceA,
      draft: draftOf([{ title: "Later" }, { title: "Last" }], [recipient.email]),
    }),
  ) as string;
  const template = granted(
    await owner.rpc("create_template", {
      workspace: workspaceA,
      draft: { ...draftOf([{ title: "Stored" }]), due_after_days: 14 },
    }),
  ) as string;
  const job = randomUUID();
  const clients = [1, 2].map((number) => ({ number, email: `client-${number}@people.example` }));
  granted(await owner.rpc("send_to_many", { job, template, title: "Papers", message: "", people: clients }));
  const [draftItem = "", secondDraftItem = ""] = (await itemsOf(owner, draft)).map(({ id }) => id);
  const { request: ended } = await sendTo(owner, workspaceA, ["nobody@people.example"]);
  granted(await owner.rpc("cancel_request", { request: ended }));
  const answering = await signUp("someone-else");
  const other = await sendTo(rival, workspaceB, [answering.email]);
  granted(await answering.rpc("join_request", { token: await linkOf(rival, other.request) }));
  await upload(answering, other.items[0] ?? "");
  granted(await answering.rpc("ask_question", { item: other.items[0], body: "Both sides?" }));
  granted(await answering.rpc("hand_off_item", { item: other.items[1], email: "nobody@people.example" }));
  granted(await rival.rpc("add_note", { item: other.items[0], body: "Call them first." }));
  const asked = [recipient, coRecipient, person("ex-recipient")];
  const emails = asked.map(({ email }) => email);
  const { request, items, example } = await sendTo(owner, workspaceA, emails);
  // Without its event, which no recipient reads.
  await asAdmin((query) =>
    query(
      `insert into private.repeats (request_id, workspace_id, every, first_on, next_on, sender, not_before)
       values ($1, $2, 'month', current_date + 20, current_date + 20, $3, now() + interval '20 days')`,
      [request, workspaceA, owner.userId],
    ),
  );
  const token = await linkOf(owner, request);
  for (const each of asked) granted(await each.rpc("join_request", { token }));

  const [first = "", second = "", , fourth = "", fifth = ""] = items;
  const removed = await upload(recipient, first, "removed.pdf");
  granted(await recipient.rpc("remove_file", { file: removed.file_id }));
  const stored = await upload(recipient, first, "stored.pdf");
  granted(await owner.rpc("open_files", { files: [stored.file_id], purpose: "view" }));
  const arrived = await begin(recipient, first, "arrived.pdf");
  granted(await put(recipient, arrived.object_key));
  const uploading = await begin(recipient, first, "uploading.pdf");
  await upload(recipient, second);
  await upload(recipient, fifth);
  granted(await owner.rpc("decide_item", { item: second, revision: 1, decision: "accept" }));
  granted(await owner.rpc("decide_item", { item: fourth, revision: 0, decision: "receive_elsewhere" }));
  const addedByMember = await beginAsMember(person("member"), fourth);
  const question = granted(
    await recipient.rpc("ask_question", { item: first, body: "Both sides?" }),
  ) as string;
  granted(await owner.rpc("answer_question", { question, body: "The front is enough." }));
  granted(await recipient.rpc("ask_question", { item: fifth, body: "Which month?" }));
  granted(await recipient.rpc("hand_off_item", { item: fifth, email: helper.email }));
  granted(await helper.rpc("join_request", { token }));
  const note = granted(await owner.rpc("add_note", { item: first, body: "Call them first." })) as string;
  const tag = await tagOf(owner, workspaceA, request);
  const household = [{ email: recipient.email, name: "", client: "Household" }];
  granted(await owner.rpc("add_people", { workspace: workspaceA, people: household }));
  await tagOf(rival, workspaceB, other.request);
  const sentExample = await beginExample(person("member"), draftItem);
  granted(await putExample(person("member"), sentExample.object_key));
  const begunExample = await beginExample(person("member"), secondDraftItem);
  const asking = await signUp("asking");
  for (const opened of [token, await linkOf(rival, other.request)])
    granted(await asking.rpc("request_access", { token: opened }));
  const [access] = granted(
    await owner.knock(`/rest/v1/access_requests?select=id&request_id=eq.${request}`),
  ) as {
    id: string;
  }[];

  const rows = granted(
    await owner.knock(`/rest/v1/recipients?select=id&request_id=eq.${request}&email=eq.${recipient.email}`),
  ) as { id: string }[];

  const begunIn = { workspace: workspaceA, first, fourth, draftItem, secondDraftItem };
  const former = new Map<string, Partial<Cast>>([
    ["ex-member", await removeMember(owner, person("ex-member"), begunIn)],
    [
      "ex-recipient",
      await removeRecipient(owner, person("ex-recipient"), { request, first, kept: emails.slice(0, 2) }),
    ],
  ]);

  await proveAll(owner);
  const invitation = granted(
    await owner.rpc("invite_member", {
      workspace: workspaceA,
      email: person("outsider").email,
      role: "member",
    }),
  ) as string;

  return {
    people,
    person,
    workspaceA,
    workspaceB,
    request,
    token,
    items,
    draft,
    template,
    job,
    ended,
    stored,
    arrived,
    uploading,
    removed,
    addedByMember,
    example,
    sentExample,
    begunExample,
    question,
    note,
    asked: access?.id ?? "",
    recipientRow: rows[0]?.id ?? "",
    asPerson: await personOf(workspaceA, recipient.email),
    asOtherPerson: await personOf(workspaceA, coRecipient.email),
    tag,
    view,
    invitation,
    invitationToken: await tokenOf(invitation),
    former,
  };
}

async function sendTo(member: Person, workspace: string, emails: string[]) {
  const last = { title: "Bank statements", expected_files: 2 };
  const draft = draftOf(
    [{ title: "Passport" }, { title: "Payslip" }, { title: "Lease" }, { title: "Permit" }, last],
    emails,
  );
  const request = granted(await member.rpc("create_request", { workspace, draft })) as string;
  const items = (await itemsOf(member, request)).map(({ id }) => id);
  const example = await addExample(member, items[0] ?? "");
  granted(await member.rpc("send_request", { request }));
  return { request, items, example };
}

async function tagOf(member: Person, workspace: string, request: string): Promise<string> {
  const tag = granted(await member.rpc("create_tag", { workspace, name: "Private client" })) as string;
  granted(await member.rpc("tag_request", { request, tag, tagged: true }));
  return tag;
}

/** Saves a view for each in all their workspaces, also where they may read nothing, and returns that of one. */
async function saveViews(members: Person[], one: Person): Promise<string> {
  const rows = await asAdmin(async (query) => {
    const { rows } = await query<{ id: string; user_id: string }>(
      `insert into public.saved_views (workspace_id, user_id, name, query)
       select workspace_id, user_id, 'To chase', 'filter=overdue&sort=due' from public.members
       where user_id = any($1) returning id, user_id`,
      [members.map(({ userId }) => userId)],
    );
    return rows;
  });
  return rows.find(({ user_id }) => user_id === one.userId)?.id ?? "";
}

async function giveName(person: Person): Promise<void> {
  await asAdmin((query) =>
    query(
      "insert into public.profiles (user_id, display_name) values ($1, 'Some One') on conflict do nothing",
      [person.userId],
    ),
  );
}

/** The id of a person of a workspace. */
export async function personOf(workspace: string, email: string): Promise<string> {
  const { id } = await adminRow<{ id: string }>(
    "select id from private.people where workspace_id = $1 and email = $2",
    [workspace, email],
  );
  return id;
}

/** The token that the email of an invitation carries. */
export async function tokenOf(invitation: string): Promise<string> {
  const { token } = await adminRow<{ token: string }>(
    "select private.stop_token(id, email, 'join') as token from private.invitations where id = $1",
    [invitation],
  );
  return token;
}

/** Adds a member by SQL, for a test whose subject is not the invitation. */
export async function enrol(workspace: string, person: Person, role: string): Promise<void> {
  await giveName(person);
  await asAdmin((query) =>
    query("insert into public.members (workspace_id, user_id, role) values ($1, $2, $3)", [
      workspace,
      person.userId,
      role,
    ]),
  );
}

/** Owner of a workspace that requires a second factor, without having one. */
async function lapsedMember(): Promise<Person> {
  const person = await signUp("lapsed");
  const workspace = await openWorkspace(person);
  granted(await person.rpc("create_request", { workspace, draft: draftOf([{ title: "Hidden" }]) }));
  await requireSecondFactor(workspace);
  return person;
}

export async function requireSecondFactor(workspace: string): Promise<void> {
  await asAdmin((query) =>
    query("update public.workspaces set require_second_factor = true where id = $1", [workspace]),
  );
}

/** Has a verified factor, but a session that hasn't passed it. */
async function withFactor(): Promise<Person> {
  const person = await signUp("unverified");
  await addFactor(person);
  return person;
}

export async function addFactor(person: Person): Promise<void> {
  await asAdmin((query) =>
    query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [person.userId],
    ),
  );
}

/** The token is valid for another hour, but the session is deleted. */
async function endedSession(person: Person): Promise<Person> {
  const ended = await signIn(person);
  await asAdmin((query) => query("delete from auth.sessions where id = $1", [ended.claims["session_id"]]));
  return withClaims(ended, ended.claims);
}
