import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { enrol, personOf } from "./testing/cast.ts";
import { adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { everythingReadBy } from "./testing/everything-read.ts";
import { type Person, signUp } from "./testing/people.ts";
import { openWorkspace, sendRequest } from "./testing/requests.ts";

const create = (by: Person, workspace: string, name: unknown) => by.rpc("create_tag", { workspace, name });
const created = async (by: Person, workspace: string, name: string) =>
  granted(await create(by, workspace, name)) as string;
const put = (by: Person, request: string, tag: string, tagged = true) =>
  by.rpc("tag_request", { request, tag, tagged });
const listed = async (by: Person, workspace: string) =>
  (granted(await by.rpc("workspace_tags", { workspace })) as { name: string; requests: number }[]).map(
    ({ name, requests }) => `${name} ${requests}`,
  );
interface Tagged {
  request_tags: { tags: { name: string } }[];
}
async function tagsOf(by: Person, request: string): Promise<string[]> {
  const rows = granted(await by.knock(`/rest/v1/requests?select=request_tags(tags(name))&id=eq.${request}`));
  return (rows as Tagged[]).flatMap((row) => row.request_tags.map(({ tags }) => tags.name)).toSorted();
}

describe("tags of a workspace", () => {
  test("are listed by name with how many requests have them", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const other = await sendRequest({ requester: nora, workspace });
    const [zoo, client] = [
      await created(nora, workspace, "zoo"),
      await created(nora, workspace, " Émigré\tclient "),
    ];
    for (const request of [id, other.id]) granted(await put(nora, request, client));
    granted(await put(nora, id, zoo));
    expect(await listed(nora, workspace)).toEqual(["Émigré client 2", "zoo 1"]);
    granted(await nora.rpc("delete_tag", { tag: client }));
    expect(await listed(nora, workspace)).toEqual(["zoo 1"]);
    expect(await tagsOf(nora, id)).toEqual(["zoo"]);
  });

  test("differ by more than case", async () => {
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const tag = await created(nora, workspace, "Private client");
    expect(await created(nora, workspace, "PRIVATE CLIENT")).toBe(tag);
    expect(await listed(nora, workspace)).toEqual(["Private client 0"]);
    // The case of its own name can be changed.
    expect(granted(await nora.rpc("rename_tag", { tag, name: "Private Client" }))).toBe(tag);
    expect(await listed(nora, workspace)).toEqual(["Private Client 0"]);
  });

  test.each([null, "", "   ", "\u200b", "x".repeat(limits.tagLength + 1)])(
    "can't be called %j",
    async (name) => {
      const nora = await signUp("nora");
      const workspace = await openWorkspace(nora);
      const tag = await created(nora, workspace, "x".repeat(limits.tagLength));
      expectRefusal(await create(nora, workspace, name), 422, "tag.name");
      expectRefusal(await nora.rpc("rename_tag", { tag, name }), 422, "tag.name");
    },
  );

  test("are limited, in a workspace and of a request", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    await asAdmin((query) =>
      query(
        "insert into public.tags (workspace_id, name) select $1, 'Tag ' || n from generate_series(1, $2) as n",
        [workspace, limits.tagsPerWorkspace],
      ),
    );
    expectRefusal(await create(nora, workspace, "One more"), 422, "tag.too_many");
    const known = await created(nora, workspace, "tag 1");
    const tags = await adminRows<{ id: string }>(
      "select id from public.tags where workspace_id = $1 and id <> $2",
      [workspace, known],
    );
    for (const { id: tag } of tags.slice(0, limits.tagsPerRequest)) granted(await put(nora, id, tag));
    expectRefusal(await put(nora, id, known), 422, "tag.too_many_here");
    // One that it has is no change.
    expect(granted(await put(nora, id, tags[0]?.id ?? ""))).toBe(false);
  });

  test("become one if one is renamed to the other", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const other = await sendRequest({ requester: nora, workspace });
    const [private_, personal] = [
      await created(nora, workspace, "Private"),
      await created(nora, workspace, "Personal"),
    ];
    granted(await put(nora, id, private_));
    for (const request of [id, other.id]) granted(await put(nora, request, personal));
    expect(granted(await nora.rpc("rename_tag", { tag: personal, name: " private " }))).toBe(private_);
    expect(await listed(nora, workspace)).toEqual(["Private 2"]);
    expectNotFound(await nora.rpc("rename_tag", { tag: personal, name: "Personal" }));
  });
});

describe("tagging a request", () => {
  test("tells whether anything changed, and a copy has its tags", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const tag = await created(nora, workspace, "Private client");
    expect(granted(await put(nora, id, tag))).toBe(true);
    expect(granted(await put(nora, id, tag))).toBe(false);
    const copy = granted(await nora.rpc("duplicate_request", { request: id })) as string;
    expect(granted(await put(nora, id, tag, false))).toBe(true);
    expect(granted(await put(nora, id, tag, false))).toBe(false);
    expect(await tagsOf(nora, id)).toEqual([]);
    expect(await tagsOf(nora, copy)).toEqual(["Private client"]);
  });

  test("with a tag of another workspace is refused like one with a deleted tag", async () => {
    const first = await sendRequest({});
    const second = await sendRequest({});
    const both = await signUp("idris");
    await enrol(first.workspace, both, "member");
    await enrol(second.workspace, both, "member");
    const foreign = await created(both, second.workspace, "Private client");
    expectRefusal(await put(both, first.id, foreign), 422, "tag.deleted");
    granted(await both.rpc("delete_tag", { tag: foreign }));
    expectRefusal(await put(both, first.id, foreign), 422, "tag.deleted");
    expectRefusal(await put(both, second.id, foreign), 422, "tag.deleted");
    await expect(
      asAdmin((query) =>
        query(
          `insert into public.request_tags (request_id, tag_id, workspace_id)
           select $1, id, $2 from public.tags where workspace_id <> $2 limit 1`,
          [first.id, first.workspace],
        ),
      ),
    ).rejects.toMatchObject({ code: "23503" });
  });

  test("is for members: recipients neither see tags nor notice one, and templates have none", async () => {
    const sent = await sendRequest({});
    const { requester: nora, workspace, id, recipient } = sent;
    const tag = await created(nora, workspace, "Difficult");
    const before = await everythingReadBy(recipient, sent);
    granted(await put(nora, id, tag));
    expect(await everythingReadBy(recipient, sent)).toEqual(before);
    expect(granted(await recipient.knock("/rest/v1/tags?select=*"))).toEqual([]);
    expect(granted(await recipient.knock("/rest/v1/request_tags?select=*"))).toEqual([]);
    expect(await tagsOf(recipient, id)).toEqual([]);
    expectNotFound(await put(recipient, id, tag, false));
    expectNotFound(await recipient.rpc("rename_tag", { tag, name: "Easy" }));
    expectNotFound(await recipient.rpc("delete_tag", { tag }));
    const template = granted(await nora.rpc("save_as_template", { request: id })) as string;
    expectNotFound(await put(nora, template, tag));
  });
});

describe("tagging a person", () => {
  const putOn = (by: Person, person: string, tag: string, tagged: boolean | null = true) =>
    by.rpc("tag_person", { person, tag, tagged });

  /** A workspace that has asked two people. */
  async function twoPeople() {
    const sent = await sendRequest({ recipients: 2 });
    const { requester: nora, workspace } = sent;
    const [ana = "", joel = ""] = await Promise.all(
      sent.recipients.map(({ email }) => personOf(workspace, email)),
    );
    const tagsOfPerson = async (person: string) => {
      const [row] = granted(await nora.rpc("person_details", { person })) as { tags: { name: string }[] }[];
      return row?.tags.map(({ name }) => name);
    };
    const merge = () => nora.rpc("merge_people", { person: ana, other: joel });
    return { sent, nora, workspace, ana, joel, tagsOfPerson, merge };
  }

  /** As many tags as one person can have, and one more. */
  const manyTags = (by: Person, workspace: string) =>
    Promise.all(
      Array.from({ length: limits.tagsPerRequest + 1 }, (_, number) =>
        created(by, workspace, `Tag ${number}`),
      ),
    );

  test("tells whether anything changed, and lists, searches and exports have their tags", async () => {
    const { sent, nora, workspace, ana, tagsOfPerson } = await twoPeople();
    const [zoo, client] = [await created(nora, workspace, "zoo"), await created(nora, workspace, "Client")];
    expect(granted(await putOn(nora, ana, zoo))).toBe(true);
    expect(granted(await putOn(nora, ana, zoo))).toBe(false);
    granted(await putOn(nora, ana, client));
    expect(await tagsOfPerson(ana)).toEqual(["Client", "zoo"]);
    const { email } = sent.recipient;
    for (const [name, args] of [
      ["list_people", { filter: "everyone" }],
      ["list_people", { filter: "waiting" }],
      ["search_people", { search: email }],
      ["export_people", {}],
    ] as const) {
      const rows = granted(await nora.rpc(name, { workspace, ...args })) as {
        email: string;
        tags: string[];
      }[];
      for (const row of rows) expect(row.tags, name).toEqual(row.email === email ? ["Client", "zoo"] : []);
      expect(rows.map((row) => row.email)).toContain(email);
    }
    expect(granted(await putOn(nora, ana, zoo, false))).toBe(true);
    expect(granted(await putOn(nora, ana, zoo, false))).toBe(false);
    expect(await tagsOfPerson(ana)).toEqual(["Client"]);
    expectNotFound(await putOn(nora, ana, zoo, null));
  });

  test("narrows each list and its counts to those who have it", async () => {
    const { sent, nora, workspace, ana } = await twoPeople();
    const client = await created(nora, workspace, "Client");
    const listed = async (filter: string, more: object = {}) =>
      granted(await nora.rpc("list_people", { workspace, filter, tag: client, ...more })) as {
        id: string;
        position: string;
      }[];
    for (const filter of ["waiting", "everyone", "unreached"]) expect(await listed(filter)).toEqual([]);
    granted(await putOn(nora, ana, client));
    await asAdmin((query) =>
      query("update public.recipients set muted_at = now() where email = $1", [sent.recipient.email]),
    );
    for (const filter of ["waiting", "everyone", "unreached"]) {
      const [row, ...others] = await listed(filter);
      expect([row?.id, others], filter).toEqual([ana, []]);
      expect(await listed(filter, { after: row?.position }), filter).toEqual([]);
      expectRefusal(
        await nora.rpc("list_people", { workspace, filter, tag: client, after: "nonsense" }),
        422,
        "list.cursor",
      );
    }
    expectRefusal(
      await nora.rpc("list_people", { workspace, filter: "mine", tag: client }),
      422,
      "list.unknown",
    );
    expect(granted(await nora.rpc("people_counts", { workspace, tag: client }))).toEqual([
      { waiting: 1, everyone: 1, unreached: 1 },
    ]);
    // No one here has a tag of another workspace.
    const other = await openWorkspace(nora);
    const foreign = await created(nora, other, "Client");
    expect(granted(await nora.rpc("list_people", { workspace, filter: "everyone", tag: foreign }))).toEqual(
      [],
    );
    expect(
      granted(await nora.rpc("list_people", { workspace: other, filter: "everyone", tag: client })),
    ).toEqual([]);
    expect(granted(await nora.rpc("people_counts", { workspace: other, tag: client }))).toEqual([
      { waiting: 0, everyone: 0, unreached: 0 },
    ]);
  });

  test("is counted, and follows a tag that is renamed, merged or deleted", async () => {
    const { nora, workspace, ana, joel, tagsOfPerson } = await twoPeople();
    const [first, second] = [
      await created(nora, workspace, "First"),
      await created(nora, workspace, "Second"),
    ];
    for (const person of [ana, joel]) granted(await putOn(nora, person, second));
    granted(await putOn(nora, ana, first));
    expect(granted(await nora.rpc("workspace_tags", { workspace }))).toMatchObject([
      { name: "First", requests: 0, people: 1 },
      { name: "Second", requests: 0, people: 2 },
    ]);
    expect(granted(await nora.rpc("rename_tag", { tag: second, name: "first" }))).toBe(first);
    for (const person of [ana, joel]) expect(await tagsOfPerson(person)).toEqual(["First"]);
    granted(await nora.rpc("delete_tag", { tag: first }));
    for (const person of [ana, joel]) expect(await tagsOfPerson(person)).toEqual([]);
  });

  test("has a limit, for merged people too", async () => {
    const { nora, workspace, ana, joel, tagsOfPerson, merge } = await twoPeople();
    const [extra = "", ...tags] = await manyTags(nora, workspace);
    for (const tag of tags) granted(await putOn(nora, ana, tag));
    expectRefusal(await putOn(nora, ana, extra), 422, "tag.too_many_here");
    expect(granted(await putOn(nora, ana, tags[0] ?? ""))).toBe(false);
    granted(await putOn(nora, joel, extra));
    expectRefusal(await merge(), 422, "tag.too_many_here");
    expect(await tagsOfPerson(joel)).toEqual(["Tag 0"]);
    granted(await putOn(nora, joel, extra, false));
    granted(await putOn(nora, joel, tags[0] ?? ""));
    granted(await merge());
    expect(await tagsOfPerson(ana)).toHaveLength(limits.tagsPerRequest);
  });

  test("goes with the main address of merged people", async () => {
    const { nora, workspace, ana, joel, tagsOfPerson, merge } = await twoPeople();
    const [both, hers, later] = [
      await created(nora, workspace, "Both"),
      await created(nora, workspace, "Joel’s"),
      await created(nora, workspace, "Later"),
    ];
    for (const [person, tag] of [
      [ana, both],
      [joel, both],
      [joel, hers],
    ] as const)
      granted(await putOn(nora, person, tag));
    granted(await merge());
    // By the id of the address that was merged.
    granted(await putOn(nora, joel, later));
    expect(await tagsOfPerson(ana)).toEqual(["Both", "Joel’s", "Later"]);
    granted(await nora.rpc("unmerge_person", { person: joel }));
    expect(await tagsOfPerson(ana)).toEqual(["Both", "Joel’s", "Later"]);
    expect(await tagsOfPerson(joel)).toEqual([]);
  });

  test("with a tag of another workspace is refused like one with a deleted tag", async () => {
    const { nora, workspace, ana } = await twoPeople();
    const other = await sendRequest({});
    const both = await signUp("idris");
    await enrol(workspace, both, "member");
    await enrol(other.workspace, both, "member");
    const foreign = await created(both, other.workspace, "Private client");
    expectRefusal(await putOn(both, ana, foreign), 422, "tag.deleted");
    granted(await both.rpc("delete_tag", { tag: foreign }));
    expectRefusal(await putOn(nora, ana, foreign), 422, "tag.deleted");
    const insert = `insert into private.person_tags (person_id, tag_id, workspace_id)
      select $1, id, $2 from public.tags where id = $3`;
    const tag = await created(both, other.workspace, "Company");
    for (const place of [workspace, other.workspace])
      await expect(asAdmin((query) => query(insert, [ana, place, tag]))).rejects.toMatchObject({
        code: "23503",
      });
  });

  test("is for members: recipients and strangers neither tag nor notice it", async () => {
    const { sent, nora, workspace, ana } = await twoPeople();
    const tag = await created(nora, workspace, "Difficult");
    const before = await everythingReadBy(sent.recipient, sent);
    granted(await putOn(nora, ana, tag));
    expect(await everythingReadBy(sent.recipient, sent)).toEqual(before);
    for (const reader of [sent.recipient, await signUp("stranger")]) {
      expectNotFound(await putOn(reader, ana, tag, false));
      expect(await reader.knock("/rest/v1/person_tags?select=*")).toMatchObject({ status: 404 });
    }
  });

  test("keeps a person whose address is corrected before they opened anything", async () => {
    const { sent, nora, workspace, ana, tagsOfPerson } = await twoPeople();
    granted(await putOn(nora, ana, await created(nora, workspace, "Private client")));
    await asAdmin((query) =>
      query(
        "update public.recipients set email = 'right@address.example' where request_id = $1 and email = $2",
        [sent.id, sent.recipient.email],
      ),
    );
    expect(await tagsOfPerson(ana)).toEqual(["Private client"]);
  });
});
