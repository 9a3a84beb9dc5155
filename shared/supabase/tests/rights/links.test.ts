import { describe, expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signIn, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import {
  draftOf,
  linkOf,
  openWorkspace,
  replaceLink,
  sendRequest,
  statusOf,
  upload,
} from "./testing/requests.ts";

const wrongToken = "9".repeat(43);
const peek = (token: string) => nobody().rpc("peek_request", { token });

describe("a link", () => {
  test("shows only the requester, the title, the due date, and what tells whom one deals with", async () => {
    const { requester, token } = await sendRequest({});
    expect(await peek(token)).toEqual({
      status: 200,
      body: [
        {
          workspace_name: "Okafor & Lind",
          sender_name: "Nora Okafor",
          sender_email: requester.email,
          title: "Papers for the year",
          due_on: null,
          accent: null,
          logo: null,
          workspace_since: `${new Date().toISOString().slice(0, 7)}-01`,
          requests_done: 0,
          retain_days: null,
          retain_sensitive_days: null,
          item_titles: [],
        },
      ],
    });
  });

  test("shows the titles of items where a member allows it, in their order and without what was removed", async () => {
    const { requester, recipient, id, token } = await sendRequest({
      items: [{ title: "Passport" }, { title: "Bank statement", sensitive: true }, { title: "Old lease" }],
    });
    await asAdmin((query) =>
      query("update public.items set removed_at = now() where request_id = $1 and title = 'Old lease'", [id]),
    );
    granted(await requester.rpc("show_items", { request: id, shown: true }));
    expect(await peek(token)).toMatchObject({ body: [{ item_titles: ["Passport", "Bank statement"] }] });
    expectNotFound(await recipient.rpc("show_items", { request: id, shown: false }));
    granted(await requester.rpc("show_items", { request: id, shown: false }));
    granted(await requester.rpc("show_items", { request: id, shown: false }));
    expect(await peek(token)).toMatchObject({ body: [{ item_titles: [] }] });
    granted(await requester.rpc("show_items", { request: id, shown: true }));
    granted(await requester.rpc("close_request", { request: id }));
    expect(await peek(token)).toMatchObject({ body: [{ item_titles: [] }] });
    const history = async (person: Person) =>
      granted(
        await person.knock(`/rest/v1/events?select=kind&kind=like.items_*&order=seq&request_id=eq.${id}`),
      );
    expect(await history(requester)).toEqual(
      ["items_shown", "items_hidden", "items_shown"].map((kind) => ({ kind })),
    );
    expect(await history(recipient)).toEqual([]);
  });

  test("says how many requests its workspace has completed, and how long this one's files are kept", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    await prove(requester, "retention");
    granted(await requester.rpc("set_retention", { workspace, days: 90, sensitive_days: 30 }));
    const sent = await sendRequest({ requester, workspace });
    const done = await sendRequest({ requester, workspace });
    granted(await requester.rpc("decide_item", { item: done.item.id, revision: 0, decision: "waive" }));
    const cancelled = await sendRequest({ requester, workspace });
    granted(await requester.rpc("cancel_request", { request: cancelled.id }));
    expect(await peek(sent.token)).toMatchObject({
      body: [{ requests_done: 1, retain_days: 90, retain_sensitive_days: 30 }],
    });
    await prove(requester, "retention");
    granted(await requester.rpc("set_retention", { workspace, days: 45, sensitive_days: null }));
    expect(await peek(sent.token)).toMatchObject({ body: [{ retain_days: 45, retain_sensitive_days: 30 }] });
  });

  test("has 32 random bytes, different for every request", async () => {
    const tokens = [await sendRequest({}), await sendRequest({})].map(({ token }) => token);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(2);
  });

  test("that is wrong, replaced, of a draft or of a canceled request gets the same response", async () => {
    const replaced = { ...(await sendRequest({})), recipient: await signUp("stranger") };
    await replaceLink(replaced);
    const cancelled = { ...(await sendRequest({})), recipient: await signUp("stranger") };
    granted(await cancelled.requester.rpc("cancel_request", { request: cancelled.id }));
    const invited = await signUp("invited");
    await asAdmin((query) =>
      query(
        `insert into public.recipients (request_id, workspace_id, email)
         select id, workspace_id, $2 from public.requests where id = $1`,
        [cancelled.id, invited.email],
      ),
    );
    const redrafted = await sendRequest({});
    await asAdmin((query) =>
      query("update public.requests set status = 'draft' where id = $1", [redrafted.id]),
    );
    for (const { token, recipient } of [
      replaced,
      cancelled,
      { ...cancelled, recipient: invited },
      redrafted,
      { ...replaced, token: wrongToken },
    ]) {
      expect(await peek(token)).toEqual({ status: 200, body: [] });
      expectNotFound(await recipient.rpc("join_request", { token }));
    }
    for (const token of ["", " ", "'", "a".repeat(100_000), `${cancelled.token} `, "\u202e"]) {
      expect(await peek(token)).toEqual({ status: 200, body: [] });
    }
  });

  test("that was replaced doesn't remove recipients who have joined", async () => {
    const { id, requester, recipient } = await sendRequest({});
    const fresh = await replaceLink({ requester, id });
    expect(await linkOf(requester, id)).toBe(fresh);
    expect(granted(await recipient.rpc("join_request", { token: fresh }))).toBe(id);
    expect(await statusOf(recipient, id)).toBe("open");
  });

  test("that was replaced still works for recipients who have joined, and for nobody else", async () => {
    const { id, token, requester, recipient } = await sendRequest({});
    await replaceLink({ requester, id });
    await replaceLink({ requester, id });
    expect(granted(await recipient.rpc("join_request", { token }))).toBe(id);
    expectNotFound(await requester.rpc("join_request", { token }));

    const latecomer = await signUp("latecomer");
    await asAdmin((query) =>
      query(
        `insert into public.recipients (request_id, workspace_id, email)
         select id, workspace_id, $2 from public.requests where id = $1`,
        [id, latecomer.email],
      ),
    );
    expectNotFound(await latecomer.rpc("join_request", { token }));
  });

  test.each(["its link", "a former link"])(
    "of a cancelled request still leads those who have joined to it: %s",
    async (which) => {
      const { id, token, requester, recipient } = await sendRequest({});
      if (which === "a former link") await replaceLink({ requester, id });
      granted(await requester.rpc("cancel_request", { request: id }));
      expect(granted(await recipient.rpc("join_request", { token }))).toBe(id);
      expect(await statusOf(recipient, id)).toBe("cancelled");
      expectNotFound(await requester.rpc("join_request", { token }));
      expect(await peek(token)).toEqual({ status: 200, body: [] });
    },
  );

  test("of a completed request still works", async () => {
    const { id, token, recipient } = await sendRequest({});
    await asAdmin((query) => query("update public.requests set status = 'done' where id = $1", [id]));
    expect(granted(await recipient.rpc("join_request", { token }))).toBe(id);
    expect((await peek(token)).body).toHaveLength(1);
  });
});

describe("joining", () => {
  test("requires the verified address of a recipient; for any other the link seems wrong", async () => {
    const { token, recipient } = await sendRequest({});
    const other = await signUp("other");
    expectNotFound(await other.rpc("join_request", { token }));

    // An address in a token or an identity doesn't count.
    const pretender = await signIn(other, { email: recipient.email });
    await asAdmin((query) =>
      query(
        `insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
         values (gen_random_uuid(), $1::text, 'github', $1::uuid, $2, now(), now())`,
        [other.userId, JSON.stringify({ sub: other.userId, email: recipient.email, email_verified: true })],
      ),
    );
    expectNotFound(await pretender.rpc("join_request", { token }));
  });

  test.each([
    ["that was never verified", "email_confirmed_at = null"],
    ["of a company sign-in, which anyone can set up for any address", "is_sso_user = true"],
  ])("rejects an address %s", async (_, change) => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const anna = await signUp("anna");
    const draft = draftOf([{ title: "Passport" }], [anna.email]);
    const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    granted(await requester.rpc("send_request", { request }));
    const token = await linkOf(requester, request);

    await asAdmin((query) => query(`update auth.users set ${change} where id = $1`, [anna.userId]));
    expectNotFound(await anna.rpc("join_request", { token }));
  });

  test("adds one event to the history and updates the last visit each time", async () => {
    const { id, token, requester, recipient } = await sendRequest({});
    const seen = () =>
      adminRow<{ first: string; last: string }>(
        "select first_seen_at::text as first, last_seen_at::text as last from public.recipients where request_id = $1",
        [id],
      );
    const before = await seen();
    granted(await recipient.rpc("join_request", { token }));
    const after = await seen();
    expect(after.first).toBe(before.first);
    expect(after.last > before.last).toBe(true);
    const opened = await requester.knock(`/rest/v1/events?select=actor&kind=eq.opened&request_id=eq.${id}`);
    expect(opened.body).toEqual([{ actor: recipient.userId }]);
  });

  test("is tied to the account: a later owner of the address has no access", async () => {
    const { id, token, recipient } = await sendRequest({});
    await asAdmin((query) =>
      query("update auth.users set email = 'moved-' || email where id = $1", [recipient.userId]),
    );
    const heir = await signUp("heir");
    await asAdmin((query) =>
      query("update auth.users set email = $2 where id = $1", [heir.userId, recipient.email]),
    );
    expectNotFound(await heir.rpc("join_request", { token }));
    expect(granted(await recipient.rpc("join_request", { token }))).toBe(id);
  });

  test("ends with the account, and a new account with the address can join", async () => {
    const { id, token, recipient } = await sendRequest({});
    await asAdmin((query) => query("delete from auth.users where id = $1", [recipient.userId]));
    const again = await signUp("again");
    await asAdmin((query) =>
      query("update auth.users set email = $2 where id = $1", [again.userId, recipient.email]),
    );
    expect(granted(await again.rpc("join_request", { token }))).toBe(id);
  });

  test("hides the address of another recipient without a name, but not from members", async () => {
    const { id, requester, recipients } = await sendRequest({ recipients: 2 });
    const [anna, ben] = recipients;
    const namesFor = async (person?: Person) =>
      (
        granted((await person?.rpc("request_people", { request: id })) ?? { status: 0, body: 0 }) as {
          name: string;
        }[]
      ).map(({ name }) => name);
    expect(new Set(await namesFor(anna))).toEqual(new Set([anna?.email, "a…@rights.example"]));
    expect(new Set(await namesFor(requester))).toEqual(new Set([anna?.email, ben?.email]));
  });

  test("leaves no address of another recipient in anything that a recipient can read", async () => {
    const { id, item, requester, recipients } = await sendRequest({ recipients: 2 });
    const [anna, ben] = recipients;
    if (!anna || !ben) throw new Error("Two recipients were asked");
    await upload(ben, item.id);
    granted(await ben.rpc("ask_question", { item: item.id, body: "Which year?" }));
    const helper = { email: `helper-${id}@rights.example`, name: "" };
    granted(await ben.rpc("hand_off_item", { item: item.id, ...helper }));
    granted(await ben.rpc("take_back_item", { item: item.id }));
    const seenBy = async (person: Person) => {
      const tables = ["events", "files", "questions", "messages", "recipients", "recipient_items"];
      const rows = await Promise.all(
        tables.map((table) => person.knock(`/rest/v1/${table}?request_id=eq.${id}`)),
      );
      return JSON.stringify(rows.map((answer) => granted(answer)));
    };
    const seen = await seenBy(anna);
    expect(seen).toContain("handed_off");
    expect(seen).not.toContain(ben.email);
    expect(seen).not.toContain(helper.email);
    expect(await seenBy(requester)).toContain(ben.email);
  });

  test("shows the other recipients by the name the requester gave", async () => {
    const { id, requester, recipients } = await sendRequest({ recipients: 2 });
    const [anna, ben] = recipients;
    await asAdmin((query) =>
      query("update public.recipients set name = 'Ben Raman' where user_id = $1", [ben?.userId]),
    );
    const seen = granted(
      (await anna?.rpc("request_people", { request: id })) ?? { status: 0, body: 0 },
    ) as unknown[];
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual({ name: anna?.email, is_me: true, scope: "all", items: [] });
    expect(seen).toContainEqual({ name: "Ben Raman", is_me: false, scope: "all", items: [] });
    expect(granted(await requester.rpc("request_people", { request: id }))).toHaveLength(2);
  });
});

test("only an existing link can be replaced", async () => {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const draft = granted(
    await requester.rpc("create_request", { workspace, draft: draftOf([{ title: "Passport" }]) }),
  ) as string;
  expectRefusal(await requester.rpc("rotate_link", { request: draft }), 409, "request.closed");
});
