import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { type DraftItem, draftOf, itemsOf, openWorkspace, statusOf } from "./testing/requests.ts";

let nora: Person;
let workspace: string;
beforeAll(async () => {
  nora = await signUp("nora");
  workspace = await openWorkspace(nora);
});

const create = (draft: unknown) => nora.rpc("create_request", { workspace, draft });
const complete = draftOf([{ title: "Passport" }], ["anna@lind.example"]);
const manyItems = (count: number): DraftItem[] =>
  Array.from({ length: count }, (_, n) => ({ title: `Item ${n}` }));
const manyAddresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@lind.example`);

describe("a draft", () => {
  test("is saved with trimmed text, lowercase addresses and items in order", async () => {
    const id = granted(
      await create({
        title: "  Tax return\u00a0 ",
        message: " Hello ",
        due_on: "2026-02-28",
        recipients: [{ email: " Anna@Lind.Example ", name: " Anna " }],
        items: [
          {
            title: " Photo ",
            instructions: " Both sides ",
            kind: "file",
            required: false,
            accepts: ["image", "pdf"],
          },
          { title: "Address", instructions: "", kind: "text", required: true, accepts: [] },
        ],
      }),
    ) as string;
    const read = await nora.knock(
      `/rest/v1/rpc/request_details?request=${id}&select=title,message,due_on,status,items_total,items_missing,required_missing,required_open,` +
        `recipients(email,name),items(position,title,instructions,kind,required,accepts),request_links(token)&items.order=position`,
    );
    expect(read.body).toEqual([
      {
        title: "Tax return",
        message: "Hello",
        due_on: "2026-02-28",
        status: "draft",
        items_total: 2,
        items_missing: 2,
        required_missing: 1,
        required_open: 1,
        recipients: [{ email: "anna@lind.example", name: "Anna" }],
        items: [
          {
            position: 1,
            title: "Photo",
            instructions: "Both sides",
            kind: "file",
            required: false,
            accepts: ["image", "pdf"],
          },
          { position: 2, title: "Address", instructions: "", kind: "text", required: true, accepts: [] },
        ],
        request_links: null,
      },
    ]);
  });

  test("needs only a title to be saved", async () => {
    granted(await create({ title: "Tax return", message: "", due_on: null, recipients: [], items: [] }));
  });

  test.each([
    ["no title", { ...complete, title: " \u2003" }, "draft.title"],
    ["too long a title", { ...complete, title: "a".repeat(limits.titleLength + 1) }, "draft.title"],
    ["a list in place of a draft", [], "draft.title"],
    ["too long a message", { ...complete, message: "a".repeat(limits.messageLength + 1) }, "draft.message"],
    ["a day that does not exist", { ...complete, due_on: "2026-02-30" }, "draft.due_on"],
    ["a word for a day", { ...complete, due_on: "tomorrow" }, "draft.due_on"],
    ["a number for a day", { ...complete, due_on: 5 }, "draft.due_on"],
    ["an item without title", draftOf([{ title: "" }]), "draft.item"],
    ["an item of another kind", draftOf([{ title: "x", kind: "video" as never }]), "draft.item"],
    ["an item of an unknown type", draftOf([{ title: "x", accepts: ["video"] }]), "draft.item"],
    [
      "an item without a valid required flag",
      draftOf([{ title: "x", required: "yes" as never }]),
      "draft.item",
    ],
    ["a word for items", { ...complete, items: "Passport" }, "draft.item"],
    ["too many items", draftOf(manyItems(limits.itemsPerRequest + 1)), "draft.too_many_items"],
    ["something that is no address", draftOf([], ["anna"]), "draft.recipient"],
    ["an address with a space", draftOf([], ["an na@lind.example"]), "draft.recipient"],
    [
      "an address that is too long",
      draftOf([], [`${"a".repeat(limits.emailLength)}@lind.example`]),
      "draft.recipient",
    ],
    [
      "a name that is too long",
      { ...complete, recipients: [{ email: "a@b.example", name: "a".repeat(limits.nameLength + 1) }] },
      "draft.recipient_name",
    ],
    ["one address twice", draftOf([], ["a@b.example", " A@B.example"]), "draft.duplicate_recipient"],
    [
      "too many recipients",
      draftOf([], manyAddresses(limits.recipientsPerRequest + 1)),
      "draft.too_many_recipients",
    ],
  ])("with %s is rejected, and nothing is saved", async (_, draft, code) => {
    expectRefusal(await create(draft), 422, code);
  });

  test("can reach every limit", async () => {
    const draft = draftOf(manyItems(limits.itemsPerRequest), manyAddresses(limits.recipientsPerRequest));
    const id = granted(
      await create({
        ...draft,
        title: "a".repeat(limits.titleLength),
        message: "a".repeat(limits.messageLength),
      }),
    ) as string;
    expect(await itemsOf(nora, id)).toHaveLength(limits.itemsPerRequest);
  });

  test("can be replaced as a whole, and is sent once", async () => {
    const request = granted(await create(complete)) as string;
    granted(
      await nora.rpc("edit_request", {
        request,
        revision: 0,
        change: draftOf([{ title: "A" }, { title: "B" }], ["b@c.example"]),
      }),
    );
    expect(await itemsOf(nora, request)).toHaveLength(2);
    expectRefusal(
      await nora.rpc("edit_request", { request, revision: 1, change: { title: "" } }),
      422,
      "draft.title",
    );
    granted(await nora.rpc("send_request", { request }));
    expectRefusal(await nora.rpc("send_request", { request }), 409, "draft.sent");
  });

  test("needs an item and a recipient to be sent", async () => {
    const noItems = granted(await create(draftOf([], ["a@b.example"]))) as string;
    expectRefusal(await nora.rpc("send_request", { request: noItems }), 422, "draft.items");
    const nobody = granted(await create(draftOf([{ title: "Passport" }]))) as string;
    expectRefusal(await nora.rpc("send_request", { request: nobody }), 422, "draft.recipients");
    expect(await statusOf(nora, nobody)).toBe("draft");
  });

  test("can't be changed or sent if it was cancelled, which used to be possible", async () => {
    const request = granted(await create(complete)) as string;
    expectRefusal(await nora.rpc("cancel_request", { request }), 409, "request.closed");
    await asAdmin((query) =>
      query("update public.requests set status = 'cancelled', closed_at = now() where id = $1", [request]),
    );
    for (const [name, args] of [
      ["send_request", {}],
      ["edit_request", { revision: 0, change: complete }],
      ["rotate_link", {}],
    ] as const) {
      expectRefusal(await nora.rpc(name, { request, ...args }), 409, "request.closed");
    }
  });
});

describe("search finds a request", () => {
  test.each([
    ["its title", "retu"],
    ["a word with an accent, typed without", "uberweisung"],
    ["a word with an accent, typed with it", "Überw"],
    ["the recipient's name", "zoe"],
    ["the domain of the address", "zoe@lind"],
    ["an item", "payslip"],
    ["several beginnings at once", "tax zo"],
  ])("by %s", async (_, search) => {
    const own = await signUp("searcher");
    const place = await openWorkspace(own);
    const draft = {
      ...draftOf([{ title: "Payslip (January)" }], []),
      title: "Tax return: Überweisung",
      recipients: [{ email: "zoe@lind.example", name: "Zoë" }],
    };
    const id = granted(await own.rpc("create_request", { workspace: place, draft })) as string;
    const found = await own.rpc("search_requests", { workspace: place, search });
    expect(found).toMatchObject({ status: 200, body: [{ id }] });
  });

  test("by its current text only", async () => {
    const request = granted(await create({ ...complete, title: "Before" })) as string;
    granted(await nora.rpc("edit_request", { request, revision: 0, change: { title: "After" } }));
    const { words } = await adminRow<{ words: string }>(
      "select document::text as words from public.request_search where request_id = $1",
      [request],
    );
    expect(words).toContain("'after'");
    expect(words).not.toContain("'before'");
  });
});
