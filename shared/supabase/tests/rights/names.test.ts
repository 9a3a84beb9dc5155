import { hasVisibleCharacter } from "@sheaf/contract/names";
import { describe, expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { TestResponse } from "./testing/front-door.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import { draftOf, linkOf, sendRequest } from "./testing/requests.ts";

/** Bidirectional controls and a line break. */
const turned = "Okafor\u202e\u0007\nLi\u200f\u061cnd\u2066";
const plain = "Okafor Lind";

describe("a name", () => {
  test("can't contain bidirectional controls or line breaks", async () => {
    const nora = await signUp("nora");
    const workspace = granted(
      await nora.rpc("create_workspace", { name: turned, display_name: turned }),
    ) as string;
    const anna = await signUp("anna");
    const draft = {
      ...draftOf([{ title: turned }]),
      title: turned,
      recipients: [{ email: anna.email, name: turned }],
    };
    const request = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    granted(await nora.rpc("edit_request", { request, revision: 0, change: draft }));
    granted(await nora.rpc("send_request", { request }));

    const token = await linkOf(nora, request);
    expect((await nobody().rpc("peek_request", { token })).body).toMatchObject([
      { workspace_name: plain, title: plain },
    ]);
    const kept = await nora.knock(
      `/rest/v1/requests?select=title,items(title),recipients(name),events(actor_name)&id=eq.${request}`,
    );
    expect(kept.body).toEqual([
      {
        title: plain,
        items: [{ title: plain }],
        recipients: [{ name: plain }],
        events: [{ actor_name: plain }, { actor_name: plain }],
      },
    ]);
  });

  test("of invisible characters counts as empty", async () => {
    const nora = await signUp("nora");
    expectRefusal(
      await nora.rpc("create_workspace", { name: "\u202e\u0007", display_name: "Nora" }),
      422,
      "workspace.name",
    );
  });

  test("follows the same rule when its owner changes it", async () => {
    const nora = await signUp("nora");
    granted(await nora.rpc("create_workspace", { name: "Okafor", display_name: "Nora" }));
    for (const display_name of ["Nora\u202e", "No\nra"]) {
      const answer = await nora.knock(`/rest/v1/profiles?user_id=eq.${nora.userId}`, {
        method: "PATCH",
        body: { display_name },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: "23514" } });
    }
    const row = await adminRow("select display_name from public.profiles where user_id = $1", [nora.userId]);
    expect(row).toEqual({ display_name: "Nora" });
  });

  test.each(["an\u0001na@lind.example", "anna\u202e@lind.example"])(
    "an address with invisible characters is rejected: %j",
    async (email) => {
      const nora = await signUp("nora");
      const workspace = granted(
        await nora.rpc("create_workspace", { name: "Okafor", display_name: "Nora" }),
      ) as string;
      const draft = draftOf([], [email]);
      expectRefusal(await nora.rpc("create_request", { workspace, draft }), 422, "draft.recipient");
    },
  );

  test("in the history is how the recipient's original address begins, even after an email change", async () => {
    const { id, recipients } = await sendRequest({
      items: [{ title: "Address", kind: "text" }],
      recipients: 2,
    });
    const [anna, ben] = recipients;
    if (!anna || !ben) throw new Error("The request must have two recipients");
    await asAdmin((query) =>
      query("update auth.users set email = 'private-' || email where id = $1", [anna.userId]),
    );
    const items = await ben.knock(`/rest/v1/items?select=id&request_id=eq.${id}`);
    const [item] = items.body as { id: string }[];
    granted(
      await anna.rpc("answer_item", { item: item?.id, revision: 0, kind: "text", answer: "1 Lind Street" }),
    );
    const events = await ben.knock(`/rest/v1/events?select=actor_name&kind=eq.answered&request_id=eq.${id}`);
    expect(events.body).toEqual([{ actor_name: `${anna.email[0]}…@rights.example` }]);
  });
});

/** One of each kind; `name-rule.test.ts` asks for all. */
const ofEachKind = [
  ["👩‍⚖️ Lind & Okafor", true],
  ["anna＠lind.example", false],
  [" ", false],
  ["\u{e0041}\u{e007f}", false],
] as const;

describe.each(ofEachKind)("the name %j, allowed: %s,", (name, allowed) => {
  const expectNamed = (response: TestResponse, code: string) =>
    allowed ? granted(response) : expectRefusal(response, 422, code);

  test("of a person or workspace follows the contract's rule", async () => {
    const nora = await signUp("nora");
    const made = { name: "Okafor", display_name: "Nora" };
    expectNamed(await nora.rpc("create_workspace", { ...made, name }), "workspace.name");
    expectNamed(await nora.rpc("create_workspace", { ...made, display_name: name }), "profile.name");
    expectNamed(await nora.rpc("change_name", { display_name: name }), "profile.name");
    granted(await nora.rpc("change_name", { display_name: "Nora" }));
    const changed = await nora.knock(`/rest/v1/profiles?user_id=eq.${nora.userId}`, {
      method: "PATCH",
      body: { display_name: name },
    });
    expect(changed.status).toBe(allowed ? 204 : 400);
  });

  test("of a recipient does too, but may be empty; a title may contain “@”", async () => {
    const nora = await signUp("nora");
    const workspace = granted(
      await nora.rpc("create_workspace", { name: "Okafor", display_name: "Nora" }),
    ) as string;
    const save = (draft: object) =>
      nora.rpc("create_request", { workspace, draft: { ...draftOf([]), ...draft } });
    const isEmpty = name.trim() === "" || /^\p{Bidi_Control}+$/u.test(name);
    const recipients = [{ email: "a@b.example", name }];
    if (allowed || isEmpty) granted(await save({ recipients }));
    else expectRefusal(await save({ recipients }), 422, "draft.recipient_name");
    if (hasVisibleCharacter(name)) granted(await save({ ...draftOf([{ title: name }]), title: name }));
    else {
      expectRefusal(await save({ title: name }), 422, "draft.title");
      expectRefusal(await save(draftOf([{ title: name }])), 422, "draft.item");
    }
  });
});

test("the history gives members the address that was asked, whatever name its owner chose", async () => {
  const { id, requester, recipients } = await sendRequest({
    items: [{ title: "Address", kind: "text" }],
    recipients: 2,
  });
  const [anna, ben] = recipients;
  if (!anna || !ben) throw new Error("The request must have two recipients");
  granted(await anna.rpc("change_name", { display_name: "Ben" }));
  const items = await anna.knock(`/rest/v1/items?select=id&request_id=eq.${id}`);
  const [item] = items.body as { id: string }[];
  granted(
    await anna.rpc("answer_item", { item: item?.id, revision: 0, kind: "text", answer: "1 Lind Street" }),
  );
  const told = async (person: Person) => {
    const select = "select=kind,actor_name,recipients(email)&kind=in.(sent,answered)&order=seq";
    return (await person.knock(`/rest/v1/events?${select}&request_id=eq.${id}`)).body;
  };
  const sent = { kind: "sent", actor_name: "Nora Okafor", recipients: null };
  const answered = { kind: "answered", actor_name: "Ben", recipients: { email: anna.email } };
  expect(await told(requester)).toEqual([sent, answered]);
  expect(await told(ben), "other recipients don't learn it").toEqual([
    sent,
    { ...answered, recipients: null },
  ]);
});

test("users can set or change their name", async () => {
  const anna = await signUp("anna");
  const read = async () => (await anna.knock("/rest/v1/profiles?select=display_name")).body;
  expect(await read()).toEqual([]);
  expect(granted(await anna.rpc("change_name", { display_name: ` ${turned} ` }))).toBe(plain);
  expect(await read()).toEqual([{ display_name: plain }]);
  granted(await anna.rpc("change_name", { display_name: "Anna" }));
  expect(await read()).toEqual([{ display_name: "Anna" }]);
  for (const display_name of [" ", "a".repeat(81)]) {
    expectRefusal(await anna.rpc("change_name", { display_name }), 422, "profile.name");
  }
  expect(await read()).toEqual([{ display_name: "Anna" }]);
});
