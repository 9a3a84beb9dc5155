import { expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { everythingReadBy } from "./testing/everything-read.ts";
import { addExample, getExample } from "./testing/examples.ts";
import { expectNotFound, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import {
  begin,
  finish,
  get,
  getObject,
  put,
  type SentRequest,
  sendRequest,
  upload,
} from "./testing/requests.ts";

interface Scene extends SentRequest {
  other: Person;
  member: Person;
  helper: Person;
  /** Keys of a stored file and of an example of the first item. */
  file: string;
  example: string;
}

/** A request that a member, two recipients and a helper read, with something of everything. */
async function setScene(): Promise<Scene> {
  const sent = await sendRequest({ recipients: 2 });
  const { requester, recipient, recipients, workspace, item, token } = sent;
  const other = recipients[1];
  if (!other) throw new Error("Two recipients were asked");
  const [member, helper] = [await signUp("ben"), await signUp("mats")];
  await enrol(workspace, member, "member");
  granted(await recipient.rpc("hand_off_item", { item: item.id, email: helper.email, name: "" }));
  granted(await helper.rpc("join_request", { token }));
  granted(await recipient.rpc("ask_question", { item: item.id, body: "Which year?" }));
  const { object_key: file } = await upload(helper, item.id);
  const { object_key: example } = await addExample(requester, item.id);
  return { ...sent, other, member, helper, file, example };
}

const removals: readonly [string, (scene: Scene) => Person, (scene: Scene) => Promise<unknown>][] = [
  [
    "member",
    ({ member }) => member,
    async ({ requester, workspace, member }) =>
      granted(await requester.rpc("remove_member", { workspace, member: member.userId })),
  ],
  [
    "recipient",
    ({ other }) => other,
    async ({ requester, id, recipient }) => {
      const recipients = [{ email: recipient.email, name: "" }];
      return granted(
        await requester.rpc("edit_request", { request: id, revision: 1, change: { recipients } }),
      );
    },
  ],
  [
    "person with an item that is taken back",
    ({ helper }) => helper,
    async ({ recipient, item }) => granted(await recipient.rpc("take_back_item", { item: item.id })),
  ],
];

test.each(removals)(
  "a removed %s reads nothing from that moment, whatever was open",
  async (_, whose, remove) => {
    const scene = await setScene();
    const { file, example, item } = scene;
    const person = whose(scene);
    const before = await everythingReadBy(person, scene);
    expect(before).toMatchObject({ items: [{}], files: [{}], questions: [{}], item_examples: [{}] });
    expect((await get(person, file)).status).toBe(200);
    expect((await getExample(person, example)).status).toBe(200);
    const answers = person !== scene.member;
    const begun = answers ? await begin(person, item.id) : undefined;

    await remove(scene);

    const after = await everythingReadBy(person, scene);
    expect(Object.keys(after).filter((name) => JSON.stringify(after[name]) !== "[]")).toEqual([]);
    // The grant of a moment ago is worth nothing, and there is no new one.
    expect((await getObject(person, file)).status).toBe(400);
    expect((await get(person, file)).status).toBe(400);
    expect((await getExample(person, example)).status).toBe(400);
    if (begun) {
      expect((await put(person, begun.object_key)).status).toBe(400);
      expectNotFound(await finish(person, begun.file_id));
    }
  },
);
