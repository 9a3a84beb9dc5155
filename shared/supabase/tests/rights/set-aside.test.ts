import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { begin, get, itemsOf, openWorkspace, sendRequest, statusOf, upload } from "./testing/requests.ts";

const setAside = (person: Person, file: string, aside = true) =>
  person.rpc("set_file_aside", { file, aside });

/** Time at which the file was set aside, as this person reads it; undefined if they don't read the file. */
async function setAsideAt(person: Person, file: string): Promise<string | null | undefined> {
  const rows = granted(await person.knock(`/rest/v1/files?select=set_aside_at&id=eq.${file}`));
  return (rows as { set_aside_at: string | null }[])[0]?.set_aside_at;
}

const historyOf = async (person: Person, request: string, kinds = "file_set_aside,file_put_back") =>
  granted(
    await person.knock(
      `/rest/v1/events?select=kind,actor,file_id,data&order=seq&request_id=eq.${request}&kind=in.(${kinds})`,
    ),
  ) as { kind: string; actor: string; file_id: string; data: { name: string } }[];

async function withFile() {
  const sent = await sendRequest({});
  const { file_id: file, object_key: key } = await upload(sent.recipient, sent.item.id);
  return { ...sent, file, key };
}

describe("a file that a member sets aside", () => {
  test("is marked for both sides, and in the history, until a member puts it back", async () => {
    const { id, workspace, requester, recipient, file } = await withFile();
    const lind = await signUp("lind");
    await enrol(workspace, lind, "member");

    granted(await setAside(requester, file));
    for (const person of [requester, lind, recipient]) {
      expect(await setAsideAt(person, file)).toEqual(expect.any(String));
    }
    granted(await setAside(lind, file, false));
    for (const person of [requester, lind, recipient]) expect(await setAsideAt(person, file)).toBeNull();

    const line = { file_id: file, data: expect.objectContaining({ name: "passport.pdf" }) };
    const lines = [
      { ...line, kind: "file_set_aside", actor: requester.userId },
      { ...line, kind: "file_put_back", actor: lind.userId },
    ];
    expect(await historyOf(requester, id)).toEqual(lines);
    expect(await historyOf(recipient, id)).toEqual(lines);
  });

  test("changes neither the item nor its revision, and stays readable", async () => {
    const { id, requester, recipient, file, key } = await withFile();
    const before = await itemsOf(requester, id);
    granted(await setAside(requester, file));
    expect(await itemsOf(requester, id)).toEqual(before);
    for (const person of [requester, recipient]) expect((await get(person, key)).status).toBe(200);
  });

  test("stays aside, without a second line in the history, if it is set aside again", async () => {
    const { id, requester, file } = await withFile();
    granted(await setAside(requester, file, false));
    expect(await historyOf(requester, id)).toEqual([]);
    granted(await setAside(requester, file));
    const since = await setAsideAt(requester, file);
    granted(await setAside(requester, file));
    expect(await setAsideAt(requester, file)).toBe(since);
    expect(await historyOf(requester, id)).toHaveLength(1);
  });

  test("can still be removed by the person who sent it", async () => {
    const { id, requester, recipient, file } = await withFile();
    granted(await setAside(requester, file));
    granted(await recipient.rpc("remove_file", { file }));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "missing" }]);
    expectNotFound(await setAside(requester, file, false));
  });

  test("may belong to a request that is done, whose last decision can still be undone", async () => {
    const { id, requester, item, file } = await withFile();
    granted(await requester.rpc("decide_item", { item: item.id, revision: 1, decision: "accept" }));
    granted(await setAside(requester, file));
    expect(await statusOf(requester, id)).toBe("done");
    granted(await requester.rpc("undo_decision", { item: item.id, revision: 2 }));
    expect(await statusOf(requester, id)).toBe("open");
  });

  test("gets one line in the history if two members do it at once", async () => {
    const { id, workspace, requester, file } = await withFile();
    const lind = await signUp("lind");
    await enrol(workspace, lind, "member");
    for (const aside of [true, false, true]) {
      for (const answer of await Promise.all([
        setAside(requester, file, aside),
        setAside(lind, file, aside),
      ])) {
        granted(answer);
      }
    }
    expect((await historyOf(requester, id)).map(({ kind }) => kind)).toEqual([
      "file_set_aside",
      "file_put_back",
      "file_set_aside",
    ]);
  });
});

describe("setting a file aside is refused", () => {
  test("to everyone but members, as if the file didn't exist", async () => {
    const { requester, recipient, file } = await withFile();
    const rival = await signUp("rival");
    await openWorkspace(rival);
    for (const person of [recipient, rival, await signUp("outsider")]) {
      const answer = await setAside(person, file);
      expectNotFound(answer);
      expect(answer).toEqual(await setAside(person, randomUUID()));
    }
    expect(await setAsideAt(requester, file)).toBeNull();
  });

  test("for an upload that isn't finished, and for a removed file", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const uploading = await begin(recipient, item.id);
    const removed = await upload(recipient, item.id);
    granted(await recipient.rpc("remove_file", { file: removed.file_id }));
    for (const { file_id: file } of [uploading, removed]) expectNotFound(await setAside(requester, file));
    expect(await historyOf(requester, id)).toEqual([]);
  });

  test("once the request is cancelled", async () => {
    const { id, requester, file } = await withFile();
    granted(await requester.rpc("cancel_request", { request: id }));
    expectRefusal(await setAside(requester, file), 409, "request.closed");
  });

  test("as a direct change of the row", async () => {
    const { requester, recipient, file } = await withFile();
    for (const person of [requester, recipient]) {
      const answer = await person.knock(`/rest/v1/files?id=eq.${file}`, {
        method: "PATCH",
        body: { set_aside_at: "2026-11-20T10:00:00Z" },
      });
      expect(answer).toMatchObject({ status: 403, body: { code: "42501" } });
    }
    expect(await setAsideAt(requester, file)).toBeNull();
  });
});
