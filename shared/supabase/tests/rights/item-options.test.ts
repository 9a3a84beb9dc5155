import { beforeAll, describe, expect, test } from "vitest";
import { excelMime, unknownMime, wordMime } from "@sheaf/contract/file-type";
import { limits } from "@sheaf/contract/limits";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { type DraftItem, draftOf, type SentRequest, sendRequest, upload } from "./testing/requests.ts";

interface Row {
  id: string;
  title: string;
  section: string;
  expected_files: number;
  sensitive: boolean;
  accepts: string[];
  status: string;
  revision: number;
  changed_at: string | null;
}

const rows = async (person: Person, id: string) =>
  granted(await person.knock(`/rest/v1/items?select=*&request_id=eq.${id}&order=position`)) as Row[];

async function firstRow({ recipient, id }: SentRequest): Promise<Row> {
  const [row] = await rows(recipient, id);
  if (!row) throw new Error("The request has an item");
  return row;
}

let asked: SentRequest;
beforeAll(async () => {
  asked = await sendRequest({});
});

describe("a draft's items", () => {
  const create = (items: readonly object[]) =>
    asked.requester.rpc("create_request", {
      workspace: asked.workspace,
      draft: {
        ...draftOf([]),
        items: items.map((item) => Object.assign({ ...draftOf([{ title: "A" }]).items[0] }, item)),
      },
    });
  const inSections = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ section: `Section ${n}` }));

  test("stand in up to 20 sections, besides those without one", async () => {
    const items = [
      { section: " Income\t2026 ", expected_files: 50, sensitive: true },
      ...inSections(19),
      { section: "" },
    ];
    const id = granted(await create(items)) as string;
    const made = await rows(asked.requester, id);
    expect(made[0]).toMatchObject({ section: "Income 2026", expected_files: 50, sensitive: true });
    expect(made.at(-1)).toMatchObject({ section: "", expected_files: 1, sensitive: false });
  });

  test.each([
    ["21 sections", "draft.too_many_sections", inSections(limits.sectionsPerRequest + 1)],
    [
      "a section's name of 81 characters",
      "draft.section",
      [{ section: "a".repeat(limits.sectionLength + 1) }],
    ],
    ["an invisible section's name", "draft.section", [{ section: "\u200b" }]],
    ["0 files", "draft.expected_files", [{ expected_files: 0 }]],
    ["51 files", "draft.expected_files", [{ expected_files: limits.filesPerItem + 1 }]],
    ["half a file", "draft.expected_files", [{ expected_files: 1.5 }]],
    ["a list of files", "draft.expected_files", [{ expected_files: [2] }]],
    ["several files for a text item", "draft.expected_files", [{ kind: "text", expected_files: 2 }]],
    ["a word for sensitive", "draft.item", [{ sensitive: "yes" }]],
    ["an unknown file type", "draft.item", [{ accepts: ["powerpoint"] }]],
  ])("are refused with %s", async (_, code, items) => {
    expectRefusal(await create(items), 422, code);
  });

  test("are copied with all their options", async () => {
    const options = { section: "Income", expected_files: 3, sensitive: true, accepts: ["excel", "word"] };
    const { id, requester } = await sendRequest({ items: [{ title: "Payslips", ...options }] });
    const copy = granted(await requester.rpc("duplicate_request", { request: id })) as string;
    expect(await rows(requester, copy)).toMatchObject([{ title: "Payslips", ...options, status: "missing" }]);
  });
});

test("an item for Word or Excel takes only these types", async () => {
  const { recipient, items } = await sendRequest({
    items: [
      { title: "Letter", accepts: ["word"] },
      { title: "Accounts", accepts: ["excel", "pdf"] },
    ],
  });
  const begin = (item: string | undefined, name: string, mime: string) =>
    recipient.rpc("begin_upload", { item, name, size: 5, mime });
  const [letter, accounts] = items.map(({ id }) => id);
  granted(await begin(letter, "letter.docx", wordMime));
  granted(await begin(accounts, "accounts.xlsx", excelMime));
  granted(await begin(accounts, "accounts.pdf", "application/pdf"));
  for (const [item, name, mime] of [
    [letter, "letter.docm", unknownMime],
    [letter, "letter.docm", "application/vnd.ms-word.document.macroEnabled.12"],
    [letter, "letter.doc", "application/msword"],
    [letter, "accounts.xlsx", excelMime],
    [accounts, "letter.docx", wordMime],
    [accounts, "photo.png", "image/png"],
  ] as const) {
    expectRefusal(await begin(item, name, mime), 422, "file.type");
  }
});

describe("an item for several files", () => {
  const askFor = (count: number, over: Partial<DraftItem> = {}) =>
    sendRequest({ items: [{ title: "Payslips", expected_files: count, ...over }] });
  const add = async (sent: SentRequest, count: number) => {
    for (let n = 0; n < count; n += 1) await upload(sent.recipient, sent.item.id);
  };
  const submit = (sent: SentRequest, revision: number) =>
    sent.recipient.rpc("submit_files", { item: sent.item.id, revision });
  const decide = (sent: SentRequest, revision: number, decision: string) =>
    sent.requester.rpc("decide_item", { item: sent.item.id, revision, decision, reason: "Too dark." });

  const countsOf = async (sent: SentRequest) => {
    const columns = "items_missing,items_submitted,required_missing,required_partial,required_open";
    const [counts] = granted(
      await sent.requester.knock(`/rest/v1/rpc/request_details?request=${sent.id}&select=${columns}`),
    ) as Row[];
    return counts;
  };

  test("is partial until the last one has arrived, and again without it", async () => {
    const sent = await askFor(2);
    const first = await upload(sent.recipient, sent.item.id);
    expect((await firstRow(sent)).status).toBe("partial");
    const second = await upload(sent.recipient, sent.item.id);
    expect(await firstRow(sent)).toMatchObject({ status: "submitted", revision: 2 });
    granted(await sent.recipient.rpc("remove_file", { file: first.file_id }));
    expect(await firstRow(sent)).toMatchObject({ status: "partial", revision: 3 });
    granted(await sent.recipient.rpc("remove_file", { file: second.file_id }));
    expect(await firstRow(sent)).toMatchObject({ status: "missing", revision: 4 });
  });

  test("with some of them is both to review and left to send", async () => {
    const sent = await askFor(3);
    await add(sent, 2);
    expect(await countsOf(sent)).toEqual({
      items_missing: 0,
      items_submitted: 1,
      required_missing: 1,
      required_partial: 1,
      required_open: 1,
    });
    expect(
      granted(
        await sent.requester.rpc("list_requests", {
          workspace: sent.workspace,
          filter: "review",
          sort: "activity",
          today: "2026-11-28",
        }),
      ),
    ).toMatchObject([{ id: sent.id }]);
  });

  test("with some of them can be accepted as complete, which can be undone", async () => {
    const sent = await askFor(3);
    await add(sent, 2);
    expect(granted(await decide(sent, 2, "accept"))).toBe(3);
    expect(await firstRow(sent)).toMatchObject({ status: "accepted", revision: 3 });
    expect(await countsOf(sent)).toMatchObject({ items_submitted: 0, required_partial: 0, required_open: 0 });
    granted(await sent.requester.rpc("undo_decision", { item: sent.item.id, revision: 3 }));
    expect(await firstRow(sent)).toMatchObject({ status: "partial", decided_at: null });
  });

  test("has a file returned while others are left to send, and is partial again with the next one", async () => {
    const sent = await askFor(3);
    const { file_id: file } = await upload(sent.recipient, sent.item.id);
    granted(
      await sent.requester.rpc("decide_item", {
        item: sent.item.id,
        revision: 1,
        decision: "return",
        files: [{ id: file, verdict: "returned", reason: "The wrong account." }],
      }),
    );
    expect(await firstRow(sent)).toMatchObject({ status: "returned" });
    const next = await upload(sent.recipient, sent.item.id);
    expect(await firstRow(sent)).toMatchObject({ status: "partial" });
    granted(await sent.recipient.rpc("remove_file", { file: next.file_id }));
    expect(await firstRow(sent)).toMatchObject({ status: "returned" });
  });

  test("is submitted with fewer when the recipient says so, and is partial until all have come after a return", async () => {
    const sent = await askFor(3);
    expectRefusal(await submit(sent, 0), 409, "item.stale");
    await add(sent, 1);
    expectRefusal(await submit(sent, 0), 409, "item.stale");
    expect(granted(await submit(sent, 1))).toBe(2);
    expectRefusal(await submit(sent, 2), 409, "item.stale");
    expect((await firstRow(sent)).status).toBe("submitted");
    granted(await decide(sent, 2, "return"));
    await add(sent, 1);
    expect((await firstRow(sent)).status).toBe("partial");
    await add(sent, 1);
    expect((await firstRow(sent)).status).toBe("submitted");
    granted(await decide(sent, 5, "accept"));
    expectRefusal(await submit(sent, 6), 409, "item.locked");
  });

  test("that was declined is partial after its first file", async () => {
    const sent = await askFor(2);
    const given = { item: sent.item.id, revision: 0, kind: "cannot_provide", answer: "" };
    granted(await sent.recipient.rpc("answer_item", given));
    await add(sent, 1);
    expect(await firstRow(sent)).toMatchObject({ status: "partial", answer_kind: null });
  });

  test("is submitted when fewer are expected from now on, unless it was returned", async () => {
    const sent = await askFor(3);
    const expectOnly = async (count: number, edits: number) =>
      sent.requester.rpc("edit_request", {
        request: sent.id,
        revision: edits + 1,
        change: { items: [{ ...(await firstRow(sent)), expected_files: count }] },
      });
    await add(sent, 1);
    granted(await expectOnly(2, 0));
    expect((await firstRow(sent)).status).toBe("partial");
    granted(await expectOnly(1, 1));
    expect(await firstRow(sent)).toMatchObject({ status: "submitted", revision: 2 });
    granted(await decide(sent, 2, "return"));
    granted(await expectOnly(5, 2));
    granted(await expectOnly(1, 3));
    expect((await firstRow(sent)).status).toBe("returned");
  });

  test("can't be submitted if it asks for something else", async () => {
    const { recipient, item } = await sendRequest({ items: [{ title: "Tax number", kind: "text" }] });
    expectRefusal(await recipient.rpc("submit_files", { item: item.id, revision: 0 }), 422, "item.kind");
  });
});

test("another section and blurring are no change for recipients, more files are", async () => {
  const sent = await sendRequest({});
  const edit = async (edits: number, change: Partial<Row>) =>
    granted(
      await sent.requester.rpc("edit_request", {
        request: sent.id,
        revision: edits + 1,
        change: { items: [{ ...(await firstRow(sent)), ...change }] },
      }),
    );
  await edit(0, { section: "Identity", sensitive: true });
  expect(await firstRow(sent)).toMatchObject({ section: "Identity", sensitive: true, changed_at: null });
  await edit(1, { expected_files: 2 });
  expect((await firstRow(sent)).changed_at).not.toBeNull();
  const events = granted(
    await sent.requester.knock(
      `/rest/v1/events?select=data&kind=eq.item_changed&request_id=eq.${sent.id}&order=seq`,
    ),
  );
  expect(events).toMatchObject([
    { data: { before: { section: "", sensitive: false }, after: { section: "Identity", sensitive: true } } },
    { data: { before: { expected_files: 1 }, after: { expected_files: 2 } } },
  ]);
});
