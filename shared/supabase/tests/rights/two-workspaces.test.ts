import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { enrol, personOf } from "./testing/cast.ts";
import { adminRow, adminRows } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { draftOf, openWorkspace, sendRequest, upload } from "./testing/requests.ts";

/** An owner of two workspaces may read and write in both, and still may not write a row that mixes them. */
let owner: Person;
let [here, beside, there]: Side[] = [];

/** One of each thing that has an id. */
interface Side {
  workspace: string;
  request: string;
  item: string;
  file: string;
  draft: string;
  template: string;
  tag: string;
  person: string;
  /** A member of this workspace only. */
  colleague: Person;
}

async function furnish(workspace: string): Promise<Side> {
  const colleague = await signUp("maya");
  await enrol(workspace, colleague, "member");
  const { id: request, item, recipient } = await sendRequest({ requester: owner, workspace });
  const { file_id: file } = await upload(recipient, item.id);
  const make = async (fn: string, args: Record<string, unknown>) =>
    granted(await owner.rpc(fn, args)) as string;
  const draft = draftOf([{ title: "Passport" }]);
  return {
    workspace,
    request,
    item: item.id,
    file,
    draft: await make("create_request", { workspace, draft }),
    template: await make("create_template", { workspace, draft }),
    tag: await make("create_tag", { workspace, name: `Client ${request}`.slice(0, 40) }),
    person: await personOf(workspace, recipient.email),
    colleague,
  };
}

beforeAll(async () => {
  owner = await signUp("both");
  const [first, second] = [await openWorkspace(owner), await openWorkspace(owner)];
  [here, beside, there] = [await furnish(first), await furnish(first), await furnish(second)];
  await proveAll(owner);
});

/** `beside` is in the same workspace as `here`. */
function sides(): { here: Side; beside: Side; there: Side } {
  if (!here || !beside || !there) throw new Error("The workspaces are made before the tests");
  return { here, beside, there };
}

const bulkRow = { number: 1, email: "client@people.example", name: "Client", due_on: null };

/** Calls that write and take ids of two things: the first of this workspace, the second of the other. */
const mixed: Readonly<Record<string, (one: Side, other: Side) => Record<string, unknown>>> = {
  add_template_items: (one, other) => ({ request: one.draft, revision: 0, template: other.template }),
  assign_request: (one, other) => ({ request: one.request, assignee: other.colleague.userId }),
  create_test: (one, other) => ({
    workspace: one.workspace,
    draft: draftOf([{ title: "Passport" }]),
    email: "home@nora.example",
    saved: other.draft,
  }),
  decide_item: (one, other) => ({
    item: one.item,
    revision: 1,
    decision: "return",
    reason: "Blurred",
    files: [{ id: other.file, verdict: "returned", reason: "Blurred" }],
  }),
  edit_request: (one, other) => ({
    request: one.request,
    revision: 1,
    change: { items: [{ ...draftOf([{ title: "Taken over" }]).items[0], id: other.item }] },
  }),
  email_second_factor: (one, other) => ({ workspace: one.workspace, member: other.colleague.userId }),
  merge_people: (one, other) => ({ person: one.person, other: other.person }),
  remove_member: (one, other) => ({
    workspace: one.workspace,
    member: one.colleague.userId,
    successor: other.colleague.userId,
  }),
  send_to_many: (one, other) => ({
    job: randomUUID(),
    template: one.template,
    title: "Papers",
    message: "",
    people: [{ ...bulkRow, assignee: other.colleague.userId }],
  }),
  set_member_role: (one, other) => ({
    workspace: one.workspace,
    member: other.colleague.userId,
    role: "admin",
  }),
  tag_person: (one, other) => ({ person: one.person, tag: other.tag, tagged: true }),
  tag_request: (one, other) => ({ request: one.request, tag: other.tag, tagged: true }),
};

/** Functions that take several ids, or JSON, and can't mix anything. */
const harmless: Readonly<Record<string, string>> = {
  add_people: "a list of people contains no id",
  create_request: "a draft contains no id",
  create_template: "a draft contains no id",
  delete_account: "names the caller's own workspaces",
  list_people: "reads",
  list_requests: "reads",
  open_files: "records the reading of each file in its own workspace",
  people_counts: "reads",
  request_counts: "reads",
  set_reminders: "a plan contains no id",
  set_workspace_reminders: "a plan contains no id",
  unread_questions: "reads",
};

/** A hash of every row of both workspaces. */
async function everyRow(): Promise<string> {
  const tables = await adminRows<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute
     where attname = 'workspace_id' and not attisdropped and attrelid in (
       select oid from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
     ) order by 1`,
  );
  const both = [sides().here.workspace, sides().there.workspace];
  const rows: unknown[] = [];
  for (const { name } of tables) {
    rows.push(
      await adminRow(
        `select '${name}' as name, count(*)::integer as count, md5(string_agg(t::text, '' order by t::text)) as hash
         from ${name} as t where workspace_id = any($1)`,
        [both],
      ),
    );
  }
  return JSON.stringify(rows);
}

describe("with ids of two workspaces", () => {
  test.each(Object.entries(mixed))("%s is refused, and changes no row", async (name, argumentsOf) => {
    const before = await everyRow();
    const answer = await owner.rpc(name, argumentsOf(sides().here, sides().there));
    expect(answer).toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    });
    expect(await everyRow()).toBe(before);
  });

  // The other one emails members only where a second factor is required.
  const others = Object.entries(mixed).filter(([name]) => name !== "email_second_factor");
  test.each(others)("%s works with ids of one", async (name, argumentsOf) => {
    const { here: one, beside: another } = sides();
    granted(await owner.rpc(name, argumentsOf(one, { ...another, item: one.item, file: one.file })));
  });

  test("every function that could mix them is listed here", async () => {
    const rows = await adminRows<{ name: string }>(
      `select distinct p.proname as name from pg_proc as p
       where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
         and (
           p.proargtypes::oid[] && array['uuid[]'::regtype, 'jsonb'::regtype]::oid[]
           or (select count(*) from unnest(p.proargtypes::oid[]) as t where t = 'uuid'::regtype) > 1
         )
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      [...Object.keys(mixed), ...Object.keys(harmless)].toSorted(),
    );
  });
});

test("no row can have a parent in another workspace, by its foreign keys", async () => {
  const loose = await adminRows(
    `with tenants as (
       select attrelid, attnum from pg_attribute where attname = 'workspace_id' and not attisdropped
     )
     select c.conrelid::regclass::text as "table", pg_get_constraintdef(c.oid) as "key"
     from pg_constraint as c
     join tenants as child on child.attrelid = c.conrelid
     join tenants as parent on parent.attrelid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
       and not (child.attnum = any(c.conkey) and parent.attnum = any(c.confkey))`,
  );
  expect(loose).toEqual([]);
});
