import { limits, quotas } from "@sheaf/contract/limits";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminRows, asAdmin } from "./testing/database.ts";
import { everythingReadBy } from "./testing/everything-read.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { itemsOf, openWorkspace, sendRequest, type SentRequest } from "./testing/requests.ts";
import { widened } from "./testing/widened.ts";
import { type ClaimedEmail, clearOutbox, sendDue, setClock } from "./testing/worker.ts";

const two = { items: [{ title: "Passport" }, { title: "Payslip" }], recipients: 2 };
const itemOf = ({ items }: SentRequest, position = 0) => items[position]?.id ?? "";

async function ask(person: Person, item: string, body = "Both sides?"): Promise<string> {
  return granted(await person.rpc("ask_question", { item, body })) as string;
}

const answer = (person: Person, question: string, body = "The front is enough.") =>
  person.rpc("answer_question", { question, body });

interface Message {
  body: string;
  author_name: string;
  is_member: boolean;
  at: string;
}

interface Question {
  id: string;
  item_id: string;
  resolved_at: string | null;
  last_message_at: string;
  messages: Message[];
}

/** As the page reads them: one round trip. */
async function questionsOf(person: Person, request: string): Promise<Question[]> {
  return granted(
    await person.knock(
      `/rest/v1/questions?request_id=eq.${request}&select=id,item_id,resolved_at,last_message_at,messages(body,author_name,is_member,at)&order=created_at&messages.order=at`,
    ),
  ) as Question[];
}

const unread = async (person: Person, ...requests: string[]) =>
  (granted(await person.rpc("unread_questions", { requests })) as { question_id: string }[]).map(
    ({ question_id: question }) => question,
  );

/** Marks everything in an item as read that the person can see. */
async function readAll(person: Person, { id }: SentRequest, item: string): Promise<void> {
  const times = (await questionsOf(person, id)).map(({ last_message_at: at }) => at).sort();
  granted(await person.rpc("read_questions", { item, until: times.at(-1) }));
}

async function colleagueOf({ workspace }: SentRequest): Promise<Person> {
  const person = await signUp("tomas");
  granted(await person.rpc("change_name", { display_name: "Tomás Duarte" }));
  await asAdmin((query) =>
    query("insert into public.members (workspace_id, user_id, role) values ($1, $2, 'member')", [
      workspace,
      person.userId,
    ]),
  );
  return person;
}

/** A helper to whom the recipient has handed the second item. */
async function helperOf(sent: SentRequest): Promise<Person> {
  const helper = await signUp("mats");
  granted(
    await sent.recipient.rpc("hand_off_item", { item: itemOf(sent, 1), email: helper.email, name: "" }),
  );
  granted(await helper.rpc("join_request", { token: sent.token }));
  return helper;
}

describe("a question", () => {
  test("is read by everybody of the request, with its replies and who wrote them", async () => {
    const sent = await sendRequest(two);
    const question = await ask(sent.recipient, itemOf(sent), "  Both sides?\n");
    granted(await answer(sent.requester, question));
    const read = await questionsOf(sent.requester, sent.id);
    expect(read).toMatchObject([
      {
        id: question,
        item_id: itemOf(sent),
        resolved_at: null,
        messages: [
          {
            body: "Both sides?",
            author_name: `${sent.recipient.email[0]}…@rights.example`,
            is_member: false,
          },
          { body: "The front is enough.", author_name: "Nora Okafor", is_member: true },
        ],
      },
    ]);
    for (const person of sent.recipients) expect(await questionsOf(person, sent.id)).toEqual(read);
    expect(await questionsOf(await signUp("stranger"), sent.id)).toEqual([]);
  });

  test("is in the history of the request, without its words", async () => {
    const sent = await sendRequest(two);
    const question = await ask(sent.recipient, itemOf(sent), "Is my landlord asking?");
    granted(await answer(sent.requester, question));
    granted(await sent.requester.rpc("resolve_question", { question, resolved: true }));
    granted(await sent.requester.rpc("resolve_question", { question, resolved: true }));
    granted(await sent.recipient.rpc("resolve_question", { question, resolved: false }));
    const history = granted(
      await sent.recipient.knock(
        `/rest/v1/events?request_id=eq.${sent.id}&kind=like.question*&select=kind,item_id,data&order=seq`,
      ),
    );
    expect(history).toEqual(
      ["question_asked", "question_answered", "question_resolved", "question_reopened"].map((kind) => ({
        kind,
        item_id: itemOf(sent),
        data: {},
      })),
    );
  });

  test("that was resolved is open again after a reply", async () => {
    const sent = await sendRequest(two);
    const question = await ask(sent.requester, itemOf(sent));
    granted(await sent.recipient.rpc("resolve_question", { question, resolved: true }));
    expect((await questionsOf(sent.requester, sent.id))[0]?.resolved_at).not.toBeNull();
    granted(await answer(sent.recipient, question, "One more thing."));
    expect((await questionsOf(sent.requester, sent.id))[0]?.resolved_at).toBeNull();
  });

  test("has a length, and says something", async () => {
    const sent = await sendRequest(two);
    const item = itemOf(sent);
    for (const body of ["", " \n\t ", "\u200b\u2060", null]) {
      expectRefusal(await sent.recipient.rpc("ask_question", { item, body }), 422, "question.empty");
    }
    const long = "x".repeat(limits.messageLength);
    expectRefusal(
      await sent.recipient.rpc("ask_question", { item, body: "x".repeat(10_000) }),
      422,
      "question.too_long",
    );
    const question = await ask(sent.recipient, item, ` ${long}\n`);
    expectRefusal(await answer(sent.requester, question, `${long}x`), 422, "question.too_long");
    expectRefusal(await answer(sent.requester, question, "  "), 422, "question.empty");
    expect((await questionsOf(sent.requester, sent.id))[0]?.messages.map(({ body }) => body)).toEqual([long]);
  });

  test("is refused on a removed item, a closed, cancelled or paused request, and elsewhere as if there were none", async () => {
    const sent = await sendRequest(two);
    const [item, other] = [itemOf(sent), itemOf(sent, 1)];
    const question = await ask(sent.recipient, item);
    const stranger = await signUp("stranger");
    const rival = await signUp("rival");
    await openWorkspace(rival);
    for (const person of [stranger, rival]) {
      expectNotFound(await person.rpc("ask_question", { item, body: "Hello?" }));
      expectNotFound(await answer(person, question));
      expectNotFound(await person.rpc("resolve_question", { question, resolved: true }));
      expect(await unread(person, sent.id)).toEqual([]);
    }
    expectNotFound(await sent.recipient.rpc("ask_question", { item: null, body: "Hello?" }));
    expectNotFound(await answer(sent.recipient, sent.id));

    await asAdmin((query) => query("update public.items set removed_at = now() where id = $1", [other]));
    expectNotFound(await sent.recipient.rpc("ask_question", { item: other, body: "Hello?" }));

    granted(await sent.requester.rpc("pause_request", { request: sent.id }));
    expectRefusal(await answer(sent.recipient, question), 409, "request.paused");
    granted(await answer(sent.requester, question));
    granted(await sent.requester.rpc("resume_request", { request: sent.id }));
    granted(await sent.requester.rpc("close_request", { request: sent.id }));
    for (const person of [sent.recipient, sent.requester]) {
      expectRefusal(await answer(person, question), 409, "request.closed");
      expectRefusal(await person.rpc("ask_question", { item, body: "Hello?" }), 409, "request.closed");
    }
    expect(await questionsOf(sent.recipient, sent.id)).toHaveLength(1);
    granted(await sent.requester.rpc("reopen_request", { request: sent.id }));
    granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
    expectRefusal(await sent.recipient.rpc("ask_question", { item, body: "Hello?" }), 409, "request.closed");
    expect(await questionsOf(sent.recipient, sent.id)).toHaveLength(1);
  });

  test("can't be read or answered by a recipient who was removed", async () => {
    const sent = await sendRequest(two);
    const question = await ask(sent.requester, itemOf(sent));
    const [first, second] = sent.recipients;
    await asAdmin((query) =>
      query(
        "update public.recipients set removed_at = now(), user_id = null where request_id = $1 and email = $2",
        [sent.id, second?.email],
      ),
    );
    expect(await questionsOf(second as Person, sent.id)).toEqual([]);
    expectNotFound(await answer(second as Person, question));
    expect(await questionsOf(first as Person, sent.id)).toHaveLength(1);
  });

  test("is one of 50 of its item, and a person writes 500 messages a day at most", async () => {
    const sent = await sendRequest(two);
    const item = itemOf(sent);
    const question = await ask(sent.requester, item);
    await asAdmin((query) =>
      query(
        `insert into public.questions (request_id, workspace_id, item_id, last_message_at, last_author)
         select request_id, workspace_id, item_id, now(), last_author
         from public.questions, generate_series(1, 49) where id = $1`,
        [question],
      ),
    );
    expectRefusal(
      await sent.recipient.rpc("ask_question", { item, body: "One more?" }),
      422,
      "question.too_many",
    );
    granted(await answer(sent.recipient, question));
    await asAdmin((query) =>
      query("update private.usage set used = $2 where name = 'messages' and subject = $1", [
        sent.recipient.userId,
        quotas.messages - 1,
      ]),
    );
    const answers = await Promise.all(["a", "b", "c"].map((body) => answer(sent.recipient, question, body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422, 422]);
    expect((await questionsOf(sent.requester, sent.id))[0]?.messages).toHaveLength(3);
    expectRefusal(
      await sent.recipient.rpc("resolve_question", { question, resolved: true }),
      422,
      "quota.messages",
    );
  });
});

test(`of the questions that an account asks in a day, ${quotas.messages} are taken`, async () => {
  const items = Array.from({ length: 25 }, (_, place) => ({ title: `Item ${place}` }));
  const sent = await sendRequest({ items });
  const left = 40;
  await asAdmin((query) =>
    query(
      `insert into private.usage (name, subject, since, used)
       values ('messages', $1, date_trunc('day', now(), 'UTC'), $2)`,
      [sent.recipient.userId, quotas.messages - left],
    ),
  );
  const taken = new Map<number, number>();
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      sent.items.map(({ id: item }) => sent.recipient.rpc("ask_question", { item, body: "Both sides?" })),
    );
    for (const answer of answers) {
      if (answer.status >= 300) expectRefusal(answer, 422, "quota.messages");
      taken.set(answer.status, (taken.get(answer.status) ?? 0) + 1);
    }
  }
  expect(Object.fromEntries(taken)).toEqual({ 200: left, 422: 4 * items.length - left });
});

describe("what is unread", () => {
  test("is what others wrote since a person last read or wrote, for each person alone", async () => {
    const sent = await sendRequest(two);
    const colleague = await colleagueOf(sent);
    const question = await ask(sent.recipient, itemOf(sent));
    expect(await unread(sent.recipient, sent.id)).toEqual([]);
    expect(await unread(sent.requester, sent.id)).toEqual([question]);
    expect(await unread(colleague, sent.id)).toEqual([question]);
    expect(await unread(sent.recipients[1] as Person, sent.id)).toEqual([question]);

    await readAll(colleague, sent, itemOf(sent));
    expect(await unread(colleague, sent.id)).toEqual([]);
    expect(await unread(sent.requester, sent.id)).toEqual([question]);

    granted(await answer(sent.requester, question));
    expect(await unread(sent.requester, sent.id)).toEqual([]);
    expect(await unread(colleague, sent.id)).toEqual([question]);
    expect(await unread(sent.recipient, sent.id)).toEqual([question]);
  });

  test("stays unread when a message arrives after the page was loaded", async () => {
    const sent = await sendRequest(two);
    const question = await ask(sent.recipient, itemOf(sent));
    const seen = (await questionsOf(sent.requester, sent.id))[0]?.last_message_at;
    granted(await answer(sent.recipient, question, "I mean the passport."));
    granted(await sent.requester.rpc("read_questions", { item: itemOf(sent), until: seen }));
    expect(await unread(sent.requester, sent.id)).toEqual([question]);
    // An older page can't take back what a newer one has read.
    await readAll(sent.requester, sent, itemOf(sent));
    granted(await sent.requester.rpc("read_questions", { item: itemOf(sent), until: seen }));
    expect(await unread(sent.requester, sent.id)).toEqual([]);
  });

  test("leaves out removed items and other people's requests, and a stranger marks nothing as read", async () => {
    const sent = await sendRequest(two);
    await ask(sent.recipient, itemOf(sent));
    const stranger = await signUp("stranger");
    granted(await stranger.rpc("read_questions", { item: itemOf(sent), until: "2100-01-01" }));
    expect(
      await adminRows("select from private.question_reads where user_id = $1", [stranger.userId]),
    ).toEqual([]);
    await asAdmin((query) =>
      query("update public.items set removed_at = now() where id = $1", [itemOf(sent)]),
    );
    expect(await unread(sent.requester, sent.id)).toEqual([]);
  });
});

test("hostile arguments change nothing and are answered", async () => {
  const sent = await sendRequest(two);
  const question = await ask(
    sent.recipient,
    itemOf(sent),
    "<img src=x onerror=alert(1)> \u202e {{ .Token }}",
  );
  const { requester } = sent;
  for (const until of ["-infinity", null]) {
    granted(await requester.rpc("read_questions", { item: itemOf(sent), until }));
    expect(await unread(requester, sent.id)).toEqual([question]);
  }
  // A message that isn't written yet can't be marked as read.
  granted(await requester.rpc("read_questions", { item: itemOf(sent), until: "infinity" }));
  granted(await answer(sent.recipient, question, "And the back?"));
  expect(await unread(requester, sent.id)).toEqual([question]);

  granted(await requester.rpc("unread_questions", { requests: null }));
  const many = [...Array.from({ length: 5_000 }, () => crypto.randomUUID()), sent.id];
  expect(await unread(requester, ...many)).toEqual([]);
  expect((await requester.rpc("unread_questions", { requests: ["x"] })).status).toBe(400);
  expect((await requester.rpc("ask_question", { item: itemOf(sent), body: "a\u0000b" })).status).toBe(400);
  expect((await requester.rpc("ask_question", { item: "x", body: "Hello?" })).status).toBe(400);
});

describe("an email about questions", () => {
  const start = new Date("2027-06-01T14:00:00Z");

  beforeEach(async () => {
    await clearOutbox();
    await setClock(start);
  });
  afterEach(() => setClock(null));

  async function sentAfter(minutes: number): Promise<ClaimedEmail[]> {
    await setClock(new Date(Math.max(Date.now(), start.getTime()) + minutes * 60_000));
    return (await sendDue()).filter(({ kind }) => kind === "update" || kind === "arrived");
  }

  const unreadIn = (emails: ClaimedEmail[]) =>
    emails.map(({ kind, address, facts }) => [kind, address, facts["questions"]]);

  test("tells recipients what members ask, in one email, and not what they have read or answered", async () => {
    const sent = await sendRequest(two);
    const [ana, tomas] = sent.recipients as [Person, Person];
    const first = await ask(sent.requester, itemOf(sent), "Is this the new passport?");
    await ask(sent.requester, itemOf(sent, 1), "December too?");
    granted(await answer(ana, first, "Yes."));
    await clearArrivals();
    const passport = { title: "Passport", from: "Nora Okafor", text: "Is this the new passport?" };
    const payslip = { title: "Payslip", from: "Nora Okafor", text: "December too?" };
    expect(unreadIn((await sentAfter(11)).sort((a, b) => (a.address < b.address ? -1 : 1)))).toEqual(
      [
        ["update", ana.email, [payslip]],
        ["update", tomas.email, [passport, payslip]],
      ].sort(([, a], [, b]) => ((a as string) < (b as string) ? -1 : 1)),
    );
  });

  test("tells members who watch what recipients ask, and nothing when they have read it", async () => {
    const sent = await sendRequest(two);
    await ask(sent.recipient, itemOf(sent), "Which year?");
    expect(unreadIn(await sentAfter(11))).toEqual([
      [
        "arrived",
        sent.requester.email,
        [{ title: "Passport", from: sent.recipient.email, text: "Which year?" }],
      ],
    ]);
    await ask(sent.recipient, itemOf(sent, 1), "And this one?");
    await readAll(sent.requester, sent, itemOf(sent, 1));
    expect(await sentAfter(22)).toEqual([]);
  });

  test("quotes no link of an unanswered workspace, and a thousand characters at most", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }] });
    await ask(sent.requester, itemOf(sent), "Pay at https://evil.example now");
    await ask(sent.requester, itemOf(sent), "y".repeat(1500));
    const [email] = await sentAfter(11);
    expect(email?.facts["questions"]).toMatchObject([{ text: "" }, { text: `${"y".repeat(1000)}…` }]);
  });

  async function clearArrivals(): Promise<void> {
    await asAdmin((query) =>
      query(
        "update private.outbox set ended_at = now(), outcome = 'dropped', reason = 'test' where kind = 'arrived' and ended_at is null",
      ),
    );
  }
});

describe("a note", () => {
  test("is read by members, and leaves nothing that a recipient can see", async () => {
    const sent = await sendRequest(two);
    const helper = await helperOf(sent);
    const readBy = () =>
      Promise.all([sent.recipient, helper].map((person) => everythingReadBy(person, sent)));
    const emails = () => adminRows("select id from private.outbox where request_id = $1", [sent.id]);
    const seenBefore = await readBy();
    const emailsBefore = await emails();
    const note = granted(
      await sent.requester.rpc("add_note", { item: itemOf(sent), body: " They called about this. " }),
    ) as string;
    const colleague = await colleagueOf(sent);
    const read = `/rest/v1/notes?request_id=eq.${sent.id}&select=id,item_id,author_name,body`;
    for (const member of [sent.requester, colleague]) {
      expect(granted(await member.knock(read))).toEqual([
        { id: note, item_id: itemOf(sent), author_name: "Nora Okafor", body: "They called about this." },
      ]);
    }
    for (const person of [...sent.recipients, helper, await signUp("stranger")]) {
      expect(granted(await person.knock(read))).toEqual([]);
      expectNotFound(await person.rpc("add_note", { item: itemOf(sent), body: "Mine" }));
      expectNotFound(await person.rpc("remove_note", { note }));
    }
    expect(await readBy()).toEqual(seenBefore);
    expect(await emails()).toEqual(emailsBefore);

    // Only its author removes it.
    expectNotFound(await colleague.rpc("remove_note", { note }));
    granted(await sent.requester.rpc("remove_note", { note }));
    expect(granted(await sent.requester.knock(read))).toEqual([]);
    expect(await readBy()).toEqual(seenBefore);
  });

  test("would be among what a recipient reads if everybody read notes", async () => {
    const sent = await sendRequest(two);
    granted(await sent.requester.rpc("add_note", { item: itemOf(sent), body: "They called." }));
    const before = await everythingReadBy(sent.recipient, sent);
    await widened("notes", async () => {
      expect(await everythingReadBy(sent.recipient, sent)).not.toEqual(before);
    });
    expect(await everythingReadBy(sent.recipient, sent)).toEqual(before);
  });

  test("isn't found by a search", async () => {
    const sent = await sendRequest(two);
    granted(await sent.requester.rpc("add_note", { item: itemOf(sent), body: "Zanzibar" }));
    const found = granted(
      await sent.requester.rpc("search_requests", { workspace: sent.workspace, search: "Zanzibar" }),
    );
    expect(found).toEqual([]);
  });

  test("has a length, and its item has 50 at most", async () => {
    const sent = await sendRequest(two);
    const item = itemOf(sent);
    const add = (body: string | null) => sent.requester.rpc("add_note", { item, body });
    expectRefusal(await add(" "), 422, "question.empty");
    expectRefusal(await add(null), 422, "question.empty");
    expectRefusal(await add("x".repeat(limits.noteLength + 1)), 422, "question.too_long");
    granted(await add("x".repeat(limits.noteLength)));
    await asAdmin((query) =>
      query(
        `insert into public.notes (request_id, workspace_id, item_id, author, author_name, body)
         select request_id, workspace_id, item_id, author, author_name, body
         from public.notes, generate_series(1, 49) where item_id = $1`,
        [item],
      ),
    );
    expectRefusal(await add("One more"), 422, "question.too_many");
    expect((await itemsOf(sent.requester, sent.id)).length).toBe(2);
  });
});
