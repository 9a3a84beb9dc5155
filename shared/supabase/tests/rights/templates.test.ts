import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { addExample, removeExample } from "./testing/examples.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { type DraftItem, draftOf, itemsOf, linkOf, openWorkspace, sendRequest } from "./testing/requests.ts";

interface Template {
  id: string;
  title: string;
  items: number;
  sections: number;
  first_items: string[];
  due_after_days: number | null;
  times_used: number;
  last_used_at: string | null;
  is_archived: boolean;
}

const taxReturn: DraftItem[] = [
  { title: "Passport", section: "Identity", accepts: ["pdf"], expected_files: 2, sensitive: true },
  { title: "Payslips", section: "Income", instructions: "October to December" },
  { title: "Marital status", kind: "choice", choices: ["Single", "Married"], required: false },
  { title: "Rental income" },
  { title: "Childcare invoices" },
];

let nora: Person;
let workspace: string;
beforeAll(async () => {
  nora = await signUp("nora");
  workspace = await openWorkspace(nora);
});

async function createTemplate(items: readonly DraftItem[], due_after_days?: number): Promise<string> {
  const draft = { ...draftOf(items), message: "Thank you.", due_after_days };
  return granted(await nora.rpc("create_template", { workspace, draft })) as string;
}

const edit = (id: string, revision: number, change: object) =>
  nora.rpc("edit_request", { request: id, revision, change });

async function listed(id: string): Promise<Template | undefined> {
  const all = granted(await nora.rpc("workspace_templates", { workspace })) as Template[];
  return all.find((template) => template.id === id);
}

const request = (id: string) =>
  adminRow(
    "select title, message, status, is_template, due_on::text as due_on from public.requests where id = $1",
    [id],
  );

/** Wording and settings of the items, in order. */
const written = (id: string) =>
  adminRows(
    `select title, section, instructions, kind, required, accepts, expected_files, choices, sensitive
     from public.items where request_id = $1 and removed_at is null order by position`,
    [id],
  );

const titles = async (id: string) => (await written(id)).map(({ title }) => title);

const inDays = async (days: number) =>
  (
    await adminRow<{ day: string }>("select ((now() at time zone 'UTC')::date + $1::int)::text as day", [
      days,
    ])
  ).day;

describe("a template", () => {
  test("is listed with its first four items, and isn't among the drafts", async () => {
    const today = "2026-11-25";
    const counts = async () => granted(await nora.rpc("request_counts", { workspace, today }));
    const before = await counts();
    const id = await createTemplate(taxReturn, 21);
    expect(await listed(id)).toEqual({
      id,
      title: "Papers for the year",
      items: 5,
      sections: 2,
      first_items: ["Passport", "Payslips", "Marital status", "Rental income"],
      due_after_days: 21,
      times_used: 0,
      last_used_at: null,
      is_archived: false,
    });
    for (const filter of ["open", "drafts", "done", "archived"]) {
      const args = { workspace, filter, sort: "activity", today };
      expect(JSON.stringify(granted(await nora.rpc("list_requests", args)))).not.toContain(id);
    }
    expect(await counts()).toEqual(before);
  });

  test("isn't found by the search for requests", async () => {
    await createTemplate([{ title: "Zeppelin licence" }]);
    expect(granted(await nora.rpc("search_requests", { workspace, search: "zeppelin" }))).toEqual([]);
  });

  test("is edited like a draft, and the requests made from it stay as they are", async () => {
    const id = await createTemplate(taxReturn);
    const made = granted(await nora.rpc("use_template", { template: id })) as string;
    const change = { title: "Tax return", items: draftOf([{ title: "Bank statement" }]).items };
    granted(await nora.rpc("edit_request", { request: id, revision: 0, change }));
    expect(await listed(id)).toMatchObject({ title: "Tax return", first_items: ["Bank statement"] });
    expect(await titles(made)).toEqual(taxReturn.map(({ title }) => title));
  });

  test("is never sent, cancelled or closed", async () => {
    const id = await createTemplate(taxReturn);
    expectRefusal(await nora.rpc("send_request", { request: id, invite: true }), 422, "template.sent");
    expectRefusal(await nora.rpc("cancel_request", { request: id }), 409, "request.closed");
    expectRefusal(await nora.rpc("close_request", { request: id }), 409, "request.closed");
    const sending = asAdmin((query) =>
      query("update public.requests set status = 'open', sent_at = now() where id = $1", [id]),
    );
    await expect(sending).rejects.toThrow("requests_template_check");
  });

  test("is deleted with its items, and the requests made from it stay", async () => {
    const id = await createTemplate(taxReturn);
    const made = granted(await nora.rpc("use_template", { template: id })) as string;
    granted(await nora.rpc("delete_draft", { request: id }));
    expect(await listed(id)).toBeUndefined();
    expect(await written(id)).toEqual([]);
    expect(await titles(made)).toHaveLength(taxReturn.length);
    expectNotFound(await nora.rpc("use_template", { template: id }));
  });

  test("goes into the archive and comes back, and does so twice", async () => {
    const id = await createTemplate(taxReturn);
    for (const archived of [true, true, false, false]) {
      granted(await nora.rpc("archive_template", { template: id, archived }));
      expect(await listed(id)).toMatchObject({ is_archived: archived });
    }
  });

  test.each([0, -1, 366, 2_147_483_648, 1.5, "7 days", {}, [7]])(
    "can't be due after %j days",
    async (days) => {
      const id = await createTemplate(taxReturn, 7);
      expectRefusal(await edit(id, 0, { due_after_days: days }), 422, "template.due");
      const draft = { ...draftOf([]), due_after_days: days };
      expectRefusal(await nora.rpc("create_template", { workspace, draft }), 422, "template.due");
      expect(await listed(id)).toMatchObject({ due_after_days: 7 });
    },
  );

  test("calls don't find an ordinary request", async () => {
    const { id, workspace: theirs, requester } = await sendRequest({});
    for (const [name, args] of [
      ["use_template", { template: id }],
      ["archive_template", { template: id, archived: true }],
    ] as const) {
      expectNotFound(await requester.rpc(name, args));
    }
    expect(granted(await requester.rpc("workspace_templates", { workspace: theirs }))).toEqual([]);
  });

  test("follows the rules of a draft", async () => {
    const create = (over: object) =>
      nora.rpc("create_template", { workspace, draft: { ...draftOf([]), ...over } });
    expectRefusal(await create({ title: " " }), 422, "draft.title");
    expectRefusal(await create({ message: "x".repeat(4001) }), 422, "draft.message");
    const many = draftOf(
      Array.from({ length: limits.itemsPerRequest + 1 }, (_, n) => ({ title: `Item ${n}` })),
    );
    expectRefusal(await create({ items: many.items }), 422, "draft.too_many_items");
    expectRefusal(await create({ items: [{ title: "No kind" }] }), 422, "draft.item");
  });

  test("has no recipients and no date, whatever it is created or edited with", async () => {
    const draft = { ...draftOf(taxReturn, ["anna@rights.example"]), due_on: "2027-01-15" };
    const id = granted(await nora.rpc("create_template", { workspace, draft })) as string;
    const { recipients, due_on } = draft;
    granted(await edit(id, 0, { recipients, due_on, title: "Tax return" }));
    expect(await request(id)).toMatchObject({ title: "Tax return", due_on: null });
    expect(await adminRows("select from public.recipients where request_id = $1", [id])).toEqual([]);
  });
});

describe("a request from a template", () => {
  test("has its title, message, items and examples, and is due so many days from today", async () => {
    const id = await createTemplate(taxReturn, 21);
    const [item] = await itemsOf(nora, id);
    const example = await addExample(nora, item?.id ?? "");
    const made = granted(await nora.rpc("use_template", { template: id })) as string;
    expect(await request(made)).toEqual({
      title: "Papers for the year",
      message: "Thank you.",
      status: "draft",
      is_template: false,
      due_on: await inDays(21),
    });
    expect(await written(made)).toEqual(await written(id));
    const copies = () =>
      adminRows(
        `select i.title from public.item_examples as e join public.items as i on i.id = e.item_id
         where e.request_id = $1 and e.object_key = $2`,
        [made, example.object_key],
      );
    expect(await copies()).toEqual([{ title: "Passport" }]);
    granted(await removeExample(nora, example.example_id));
    expect(await copies()).toEqual([{ title: "Passport" }]);
    expect(await listed(id)).toMatchObject({ times_used: 1, last_used_at: expect.any(String) });
  });

  test("has no date if the template has none", async () => {
    const id = await createTemplate(taxReturn, 21);
    granted(await edit(id, 0, { due_after_days: null }));
    const made = granted(await nora.rpc("use_template", { template: id })) as string;
    expect(await request(made)).toMatchObject({ due_on: null });
  });

  test("counts its days in the zone of the workspace", async () => {
    const id = await createTemplate(taxReturn, 1);
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
      await asAdmin((query) =>
        query("update public.workspaces set zone = $2 where id = $1", [workspace, zone]),
      );
      const made = granted(await nora.rpc("use_template", { template: id })) as string;
      const { day } = await adminRow<{ day: string }>(
        "select ((now() at time zone $1)::date + 1)::text as day",
        [zone],
      );
      expect(await request(made)).toMatchObject({ due_on: day });
    }
  });

  test("is made once for each of twenty uses at once", async () => {
    const id = await createTemplate(taxReturn);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => nora.rpc("use_template", { template: id })),
    );
    expect(new Set(answers.map((answer) => granted(answer))).size).toBe(20);
    expect(await listed(id)).toMatchObject({ times_used: 20 });
  });
});

describe("saving as a template", () => {
  test("takes the items of a sent request, but no answers, files or addresses", async () => {
    const sent = await sendRequest({ requester: nora, workspace, items: taxReturn, recipients: 2 });
    const [passport] = sent.items;
    granted(await nora.rpc("decide_item", { item: passport?.id, revision: 0, decision: "waive" }));
    const id = granted(await nora.rpc("save_as_template", { request: sent.id })) as string;
    expect(await request(id)).toMatchObject({
      title: "Papers for the year",
      status: "draft",
      is_template: true,
    });
    expect(await written(id)).toEqual(await written(sent.id));
    expect(
      await adminRows("select distinct status, revision from public.items where request_id = $1", [id]),
    ).toEqual([{ status: "missing", revision: 0 }]);
    expect(await adminRows("select from public.recipients where request_id = $1", [id])).toEqual([]);
    granted(await nora.rpc("edit_request", { request: id, revision: 0, change: { title: "Another title" } }));
    expect(await request(sent.id)).toMatchObject({ title: "Papers for the year" });
  });

  test("copies a template with its days, under a title that tells them apart", async () => {
    const id = await createTemplate(taxReturn, 30);
    const copy = granted(await nora.rpc("save_as_template", { request: id })) as string;
    expect(await listed(copy)).toMatchObject({ title: "Papers for the year (copy)", due_after_days: 30 });
    const change = { title: "T".repeat(limits.titleLength) };
    granted(await nora.rpc("edit_request", { request: id, revision: 0, change }));
    const long = granted(await nora.rpc("save_as_template", { request: id })) as string;
    expect((await listed(long))?.title).toHaveLength(limits.titleLength);
  });

  test("leaves items out that were removed", async () => {
    const sent = await sendRequest({ requester: nora, workspace, items: taxReturn });
    const items = draftOf([{ title: "Bank statement" }]).items;
    granted(await nora.rpc("edit_request", { request: sent.id, revision: 1, change: { items } }));
    const id = granted(await nora.rpc("save_as_template", { request: sent.id })) as string;
    expect(await titles(id)).toEqual(["Bank statement"]);
  });
});

describe("adding a template to a draft", () => {
  const draftWith = async (items: readonly DraftItem[]) =>
    granted(
      await nora.rpc("create_request", { workspace, draft: draftOf(items, ["anna@rights.example"]) }),
    ) as string;
  const add = (request: string, template: string, revision = 0) =>
    nora.rpc("add_template_items", { request, revision, template });

  test("appends what the draft lacks, whatever the case and accents of its titles", async () => {
    const template = await createTemplate([{ title: "Résumé" }, ...taxReturn], 5);
    const id = await draftWith([{ title: "PASSPORT", instructions: "Both sides" }, { title: "resume" }]);
    const before = await itemsOf(nora, id);
    expect(granted(await add(id, template))).toBe(1);
    expect(await titles(id)).toEqual([
      "PASSPORT",
      "resume",
      "Payslips",
      "Marital status",
      "Rental income",
      "Childcare invoices",
    ]);
    expect((await itemsOf(nora, id)).slice(0, 2)).toEqual(before);
    expect(await request(id)).toMatchObject({ message: "Thank you.", due_on: await inDays(5) });
    expect(await listed(template)).toMatchObject({ times_used: 1 });
  });

  test("twice adds nothing the second time", async () => {
    const template = await createTemplate(taxReturn);
    const id = await draftWith([]);
    granted(await add(id, template));
    const once = await itemsOf(nora, id);
    granted(await add(id, template, 1));
    expect(await itemsOf(nora, id)).toEqual(once);
  });

  test("keeps two items of one title that the template has in two sections", async () => {
    const twice = [
      { title: "Passport", section: "Anna" },
      { title: "Passport", section: "Ben" },
    ];
    const template = await createTemplate(twice);
    const id = await draftWith([{ title: "Lease" }]);
    granted(await add(id, template));
    expect(await titles(id)).toEqual(["Lease", "Passport", "Passport"]);
  });

  test("brings the examples of the items that it adds", async () => {
    const template = await createTemplate(taxReturn);
    const rows = await itemsOf(nora, template);
    for (const row of [rows[0], rows[1]]) await addExample(nora, row?.id ?? "");
    const id = await draftWith([{ title: "Lease" }, { title: "Passport" }]);
    granted(await add(id, template));
    expect(
      await adminRows(
        `select i.title from public.item_examples as e join public.items as i on i.id = e.item_id
         where e.request_id = $1`,
        [id],
      ),
    ).toEqual([{ title: "Payslips" }]);
  });

  test("keeps the message and the date that the draft has", async () => {
    const template = await createTemplate(taxReturn, 5);
    const draft = { ...draftOf([]), message: "Hello Anna", due_on: "2027-01-15" };
    const id = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    granted(await add(id, template));
    expect(await request(id)).toMatchObject({ message: "Hello Anna", due_on: "2027-01-15" });
  });

  test("fails as a whole beyond 100 items, and after a change elsewhere", async () => {
    const numbered = (start: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ title: `Item ${start + n}` }));
    const template = await createTemplate(numbered(0, 60));
    const id = await draftWith(numbered(50, 60));
    expectRefusal(await add(id, template), 422, "draft.too_many_items");
    expectRefusal(await add(id, template, 1), 409, "request.stale");
    expect(await titles(id)).toHaveLength(60);
    expect(await listed(template)).toMatchObject({ times_used: 0 });
  });

  test("is for drafts of the same workspace, and not for templates", async () => {
    const template = await createTemplate(taxReturn);
    const sent = await sendRequest({ requester: nora, workspace });
    expectRefusal(await add(sent.id, template, 1), 409, "draft.sent");
    const second = await openWorkspace(nora);
    const draft = draftOf([{ title: "Lease" }]);
    const elsewhere = granted(await nora.rpc("create_request", { workspace: second, draft })) as string;
    expectNotFound(await add(elsewhere, template));
    const other = await createTemplate([{ title: "Lease" }]);
    expectNotFound(await add(other, template));
    expectNotFound(await add(template, template));
    expect(await titles(other)).toEqual(["Lease"]);
    expect(await titles(elsewhere)).toEqual(["Lease"]);
  });
});

test("a workspace has up to 200 templates, also when they are created at once", async () => {
  const owner = await signUp("lind");
  const own = await openWorkspace(owner);
  await asAdmin((query) =>
    query(
      `with made as (
         insert into public.requests (workspace_id, title, created_by, is_template)
         select $1, 'Template ' || n, $2, true from generate_series(1, 198) as n returning id
       )
       insert into private.templates (request_id) select id from made`,
      [own, owner.userId],
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.rpc("create_template", { workspace: own, draft: draftOf([]) })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectRefusal(answer, 422, "template.too_many");
  expect(granted(await owner.rpc("workspace_templates", { workspace: own }))).toHaveLength(
    limits.templatesPerWorkspace,
  );
});

test("templates aren't counted as requests of a workspace that is to be deleted", async () => {
  const owner = await signUp("lind");
  const own = await openWorkspace(owner);
  const draft = draftOf([{ title: "Lease" }]);
  for (const name of ["create_template", "create_template", "create_request"])
    granted(await owner.rpc(name, { workspace: own, draft }));
  expect(granted(await owner.rpc("workspace_contents", { workspace: own }))).toMatchObject([{ requests: 1 }]);
  expect(granted(await owner.rpc("sole_ownerships", {}))).toMatchObject([{ requests: 1 }]);
});

test("an example counts once towards the bytes of its workspace, however many copies refer to it", async () => {
  const id = await createTemplate([{ title: "Passport" }]);
  const bytes = async () =>
    Number(
      (
        await adminRow<{ used: string }>(
          "select used from private.usage where name = 'workspace_bytes' and subject = $1",
          [workspace],
        )
      ).used,
    );
  const [item] = await itemsOf(nora, id);
  const example = await addExample(nora, item?.id ?? "");
  const before = await bytes();
  const made = granted(await nora.rpc("use_template", { template: id })) as string;
  granted(await nora.rpc("save_as_template", { request: made }));
  expect(await bytes()).toBe(before);
  granted(await removeExample(nora, example.example_id));
  expect(await bytes()).toBe(before);
  granted(await nora.rpc("delete_draft", { request: made }));
  expect(await bytes()).toBe(before);
  const copies = await adminRows<{ request_id: string }>(
    "select request_id from public.item_examples where object_key = $1",
    [example.object_key],
  );
  expect(copies).toHaveLength(1);
  granted(await nora.rpc("delete_draft", { request: copies[0]?.request_id }));
  expect(await bytes()).toBeLessThan(before);
});

test("a recipient of the workspace's requests sees none of its templates", async () => {
  const sent = await sendRequest({ requester: nora, workspace });
  const id = await createTemplate([{ title: "Hidden item" }]);
  for (const table of ["requests", "items", "item_examples", "events", "request_search"]) {
    const column = table === "requests" ? "id" : "request_id";
    expect(
      granted(await sent.recipient.knock(`/rest/v1/${table}?select=${column}&${column}=eq.${id}`)),
    ).toEqual([]);
  }
  expectNotFound(await sent.recipient.rpc("workspace_templates", { workspace }));
  expectNotFound(await sent.recipient.rpc("save_as_template", { request: sent.id }));
  await expect(linkOf(nora, id)).rejects.toThrow("no link");
});
