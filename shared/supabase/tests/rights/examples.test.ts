import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import {
  addExample,
  announceExample,
  beginExample,
  finishExample,
  getExample,
  putExample,
  removeExample,
} from "./testing/examples.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signIn, signUp, withClaims } from "./testing/people.ts";
import { draftOf, itemsOf, linkOf, openWorkspace, pdf } from "./testing/requests.ts";

const namesFor = async (person: Person, request: string) =>
  (
    granted(
      await person.knock(`/rest/v1/item_examples?select=name&order=stored_at&request_id=eq.${request}`),
    ) as { name: string }[]
  ).map(({ name }) => name);

const opens = async (person: Person, key: string) => (await getExample(person, key)).status === 200;

/** A draft with two items, one of which has an example, and its recipient, who hasn't joined. */
async function drafted() {
  const member = await signUp("nora");
  const recipient = await signUp("anna");
  const workspace = await openWorkspace(member);
  const draft = draftOf([{ title: "Passport" }, { title: "Lease" }], [recipient.email]);
  const id = granted(await member.rpc("create_request", { workspace, draft })) as string;
  const [item, other] = (await itemsOf(member, id)).map((row) => row.id);
  if (item === undefined || other === undefined) throw new Error("The draft has no items");
  return { id, workspace, member, recipient, item, other, example: await addExample(member, item) };
}

/** The same, sent and joined. */
async function sent() {
  const request = await drafted();
  const { id, member, recipient } = request;
  granted(await member.rpc("send_request", { request: id }));
  granted(await recipient.rpc("join_request", { token: await linkOf(member, id) }));
  return request;
}

describe("an example", () => {
  test("is read by members and, once they have joined, by recipients, until they are removed", async () => {
    const { id, member, recipient, example } = await drafted();
    const { object_key: key } = example;
    const reads = async (person: Person) => [await namesFor(person, id), await opens(person, key)];
    expect(await reads(member)).toEqual([["like-this.pdf"], true]);
    granted(await member.rpc("send_request", { request: id }));
    expect(await reads(recipient)).toEqual([[], false]);
    granted(await recipient.rpc("join_request", { token: await linkOf(member, id) }));
    expect(await reads(recipient)).toEqual([["like-this.pdf"], true]);
    expect(await getExample(recipient, key)).toEqual({ status: 200, body: pdf.toString() });

    const recipients = [{ email: "other@rights.example", name: "" }];
    granted(await member.rpc("edit_request", { request: id, revision: 1, change: { recipients } }));
    expect(await reads(recipient)).toEqual([[], false]);
  });

  test("doesn't exist for anyone else", async () => {
    const { id, member, recipient, item, example } = await sent();
    const begun = await beginExample(member, item);
    const ended = await signIn(member);
    await asAdmin((query) => query("delete from auth.sessions where id = $1", [ended.claims["session_id"]]));
    const rival = await signUp("rival");
    await openWorkspace(rival);
    for (const person of [rival, await signUp("stranger"), withClaims(ended, ended.claims), nobody()]) {
      expect(await opens(person, example.object_key)).toBe(false);
      const { body } = await person.knock(`/rest/v1/item_examples?select=name&request_id=eq.${id}`);
      expect(JSON.stringify(body)).not.toContain("like-this");
      expect((await putExample(person, begun.object_key)).status).toBe(400);
    }
    for (const person of [rival, recipient]) {
      expectNotFound(await announceExample(person, item));
      expectNotFound(await finishExample(person, begun.example_id));
      expectNotFound(await removeExample(person, example.example_id));
      expect((await putExample(person, begun.object_key)).status).toBe(400);
    }
    expect(await namesFor(recipient, id)).toEqual(["like-this.pdf"]);
  });

  test.each([
    ["an SVG by its name", { name: "like-this.svg", mime: "image/png" }, 422, "example.type"],
    ["an SVG by its type", { name: "like-this.png", mime: "image/svg+xml" }, 422, "example.type"],
    ["a web page", { name: "like-this.html", mime: "text/html" }, 422, "example.type"],
    [
      "a type that the page can't show",
      { name: "a.pdf", mime: "application/octet-stream" },
      422,
      "example.type",
    ],
    ["no type", { mime: null }, 422, "example.type"],
    ["a name with a folder", { name: "../a.pdf" }, 422, "file.name"],
    ["no name", { name: null }, 422, "file.name"],
    ["an empty file", { size: 0 }, 422, "file.empty"],
    ["no size", { size: null }, 422, "file.empty"],
    ["a file that is too large", { size: limits.exampleBytes + 1 }, 413, "file.too_large"],
  ])("can't be %s", async (_, over, status, code) => {
    const { member, other } = await drafted();
    expectRefusal(await announceExample(member, other, over), status, code);
    granted(
      await announceExample(member, other, { name: "A.JPEG", mime: "image/jpeg", size: limits.exampleBytes }),
    );
  });

  test("is one of at most three; an upload begun again takes no second place", async () => {
    const { workspace, member, item } = await drafted();
    const colleague = await signUp("colleague");
    await enrol(workspace, colleague, "member");
    for (let times = 0; times < 4; times += 1) await beginExample(colleague, item);
    const { example_id: third } = await addExample(member, item, "third.pdf");
    expectRefusal(await announceExample(member, item), 422, "example.too_many");
    granted(await removeExample(colleague, third));
    granted(await announceExample(member, item));
  });

  test("is never overwritten, not even by Storage itself", async () => {
    const { member, example } = await drafted();
    const key = example.object_key;
    for (const headers of [{}, { "x-upsert": "true" }]) {
      expect((await putExample(member, key, Buffer.from("%PDF-1.7\nother"), headers)).status).toBe(400);
    }
    const completed = database.as("service_role", {}, (query) =>
      query(
        `insert into storage.objects (bucket_id, name, version, metadata)
         values ('assets', $1, 'another', '{"size": 14, "mimetype": "application/pdf"}')
         on conflict (bucket_id, name) do update set version = excluded.version`,
        [key],
      ),
    );
    await expect(completed).rejects.toThrow(/new row violates row-level security policy/);
    const moved = asAdmin((query) =>
      query("update storage.objects set bucket_id = 'documents' where name = $1", [key]),
    );
    await expect(moved).rejects.toThrow(/new row violates row-level security policy/);
    expect(await getExample(member, key)).toEqual({ status: 200, body: pdf.toString() });
  });

  test("has the size that was announced, its own type, and isn't kept by shared caches", async () => {
    const { member, other } = await drafted();
    const { example_id: example, object_key: key } = await beginExample(member, other);
    expectRefusal(await finishExample(member, example), 409, "file.not_stored");
    expect((await putExample(member, key, Buffer.concat([pdf, pdf]))).status).toBe(400);
    expect((await putExample(member, key, pdf, { "content-type": "image/png" })).status).toBe(400);
    expect((await putExample(member, key, pdf, { "cache-control": "public, max-age=60" })).status).toBe(400);
    granted(await putExample(member, key, pdf.subarray(1)));
    expectRefusal(await finishExample(member, example), 409, "file.changed");
  });

  test("is finished by its uploader alone, while a member, and once", async () => {
    const { id, workspace, member, other } = await drafted();
    const former = await signUp("former");
    await enrol(workspace, former, "member");
    const { example_id: example, object_key: key } = await beginExample(former, other);
    granted(await putExample(former, key));
    expectNotFound(await finishExample(member, example));
    granted(await finishExample(former, example));
    granted(await finishExample(former, example));
    expect(await namesFor(member, id)).toHaveLength(2);
    await asAdmin((query) => query("delete from public.members where user_id = $1", [former.userId]));
    expectNotFound(await finishExample(former, example));
    expectNotFound(await removeExample(former, example));
    expect(await opens(former, key)).toBe(false);
  });
});

describe("an example can't be read once", () => {
  const gone = async (people: Person[], key: string) => {
    for (const person of people) expect(await opens(person, key)).toBe(false);
    expect(await adminRows("select from public.item_examples where object_key = $1", [key])).toEqual([]);
  };

  test("it is removed, and an upload that was under way is refused", async () => {
    const { member, recipient, item, example } = await sent();
    granted(await removeExample(member, example.example_id));
    await gone([member, recipient], example.object_key);
    expectNotFound(await removeExample(member, example.example_id));
    const begun = await beginExample(member, item);
    granted(await removeExample(member, begun.example_id));
    expect((await putExample(member, begun.object_key)).status).toBe(400);
  });

  test("its item is removed, from a draft or after sending", async () => {
    for (const request of [await drafted(), await sent()]) {
      const { id, member, recipient, other, example } = request;
      const { revision } = await adminRow<{ revision: number }>(
        "select revision from public.requests where id = $1",
        [id],
      );
      const [kept] = draftOf([{ title: "Lease" }]).items;
      const change = { items: [{ ...kept, id: other }] };
      granted(await member.rpc("edit_request", { request: id, revision, change }));
      await gone([member, recipient], example.object_key);
    }
  });

  test("its draft is deleted", async () => {
    const { id, member, example } = await drafted();
    granted(await member.rpc("delete_draft", { request: id }));
    await gone([member], example.object_key);
  });
});

describe("the examples of a request", () => {
  test("survive a save of the draft", async () => {
    const { id, member, item, other, example } = await drafted();
    const [first, second] = draftOf([{ title: "Lease" }, { title: "Passport, both pages" }]).items;
    const change = {
      items: [
        { ...first, id: other },
        { ...second, id: item },
      ],
    };
    granted(await member.rpc("edit_request", { request: id, revision: 0, change }));
    expect(await adminRows("select item_id from public.item_examples where request_id = $1", [id])).toEqual([
      { item_id: item },
    ]);
    expect(await opens(member, example.object_key)).toBe(true);
  });

  test("that was sent mark the item as changed when one is added, in a history for members", async () => {
    const { id, member, recipient, item, example } = await sent();
    const changes = async (person: Person) =>
      granted(
        await person.knock(`/rest/v1/events?select=data&order=seq&kind=eq.item_changed&request_id=eq.${id}`),
      );
    const changedAt = async () =>
      (
        await adminRow<{ changed_at: Date | null }>("select changed_at from public.items where id = $1", [
          item,
        ])
      ).changed_at;
    expect([await changes(member), await changedAt()]).toEqual([[], null]);
    granted(await removeExample(member, example.example_id));
    expect(await changedAt()).toBeNull();
    await addExample(member, item, "better.pdf");
    expect(await changedAt()).toEqual(expect.any(Date));
    expect(await changes(member)).toEqual([
      { data: { before: { example: "like-this.pdf" }, after: { example: null } } },
      { data: { before: { example: null }, after: { example: "better.pdf" } } },
    ]);
    expect(await changes(recipient)).toEqual([]);
  });

  test("can't change once it is cancelled, and recipients still read them", async () => {
    const { id, member, recipient, item, example } = await sent();
    const begun = await beginExample(member, item);
    granted(await member.rpc("cancel_request", { request: id }));
    expectRefusal(await announceExample(member, item), 409, "request.closed");
    expectRefusal(await finishExample(member, begun.example_id), 409, "request.closed");
    expectRefusal(await removeExample(member, example.example_id), 409, "request.closed");
    expect(await opens(recipient, example.object_key)).toBe(true);
  });

  test("come along when it is duplicated, and stay when the original loses them", async () => {
    const { id, member, recipient, item, example } = await sent();
    const begun = await beginExample(member, item);
    const copy = granted(await member.rpc("duplicate_request", { request: id })) as string;
    expect(await namesFor(member, copy)).toEqual(["like-this.pdf"]);
    const [copied] = await adminRows<{ id: string; title: string }>(
      `select e.id, i.title from public.item_examples as e join public.items as i on i.id = e.item_id
       where e.request_id = $1`,
      [copy],
    );
    expect(copied?.title).toBe("Passport");
    for (const removed of [example, begun]) granted(await removeExample(member, removed.example_id));
    expect(await opens(member, example.object_key)).toBe(true);
    expect(await opens(recipient, example.object_key)).toBe(false);
    granted(await removeExample(member, copied?.id ?? ""));
    expect(await opens(member, example.object_key)).toBe(false);
  });

  test("count towards the quotas while they exist", async () => {
    const { workspace, member, other, example } = await drafted();
    const used = async (name: string, subject: string) =>
      Number(
        (
          await adminRow<{ used: string }>(
            "select used from private.usage where name = $1 and subject = $2",
            [name, subject],
          )
        ).used,
      );
    expect(await used("workspace_bytes", workspace)).toBe(pdf.length);
    expect(await used("uploader_bytes", member.userId)).toBe(pdf.length);
    granted(await removeExample(member, example.example_id));
    expect(await used("workspace_bytes", workspace)).toBe(0);
    const use = (name: string, bytes: number) =>
      asAdmin((query) =>
        query("update private.usage set used = $2 where name = $1 and subject = any($3)", [
          name,
          bytes,
          [workspace, member.userId],
        ]),
      );
    await use("uploader_bytes", 5 * 1024 ** 3);
    expectRefusal(await announceExample(member, other), 422, "quota.uploader_bytes");
    await use("uploader_bytes", 0);
    await use("workspace_bytes", 50 * 1024 ** 3);
    expectRefusal(await announceExample(member, other), 422, "quota.workspace_bytes");
  });
});
