import { beforeAll, describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { type DraftItem, draftOf, type SentRequest, sendRequest } from "./testing/requests.ts";

interface Row {
  id: string;
  title: string;
  revision: number;
  status: string;
  answer: string | null;
  answer_kind: string | null;
}

const incomes = ["Salary", "Pension", "Rent"];
const questions = [
  { title: "Moved in", kind: "date" },
  { title: "Main income", kind: "choice", choices: incomes },
  { title: "All incomes", kind: "choice", choices: incomes, multiple: true },
  { title: "Married", kind: "yes_no" },
  { title: "Comment", kind: "text" },
  { title: "Lease", kind: "file" },
] satisfies DraftItem[];

const rows = async (person: Person, { id }: SentRequest) =>
  granted(await person.knock(`/rest/v1/items?select=*&request_id=eq.${id}&order=position`)) as Row[];

async function rowOf(sent: SentRequest, title: string): Promise<Row> {
  const row = (await rows(sent.recipient, sent)).find((item) => item.title === title);
  if (!row) throw new Error(`No item is called ${title}`);
  return row;
}

/** @param kind defaults to what the item asks for. */
async function answer(sent: SentRequest, title: string, given: string, kind?: string) {
  const asked = questions.find((question) => question.title === title)?.kind;
  const { id, revision } = await rowOf(sent, title);
  return sent.recipient.rpc("answer_item", { item: id, revision, kind: kind ?? asked, answer: given });
}

let asked: SentRequest;
beforeAll(async () => {
  asked = await sendRequest({
    items: questions,
  });
});

describe("an answer of the item's kind", () => {
  test.each([
    ["Moved in", " 2024-02-29 ", "2024-02-29"],
    ["Main income", "Pension", "Pension"],
    ["All incomes", "Rent\r\nSalary\nRent", "Salary\nRent"],
    ["Married", "no", "no"],
  ])("to %s is stored in one form: %j", async (title, given, stored) => {
    granted(await answer(asked, title, given));
    expect(await rowOf(asked, title)).toMatchObject({ status: "submitted", answer: stored });
  });

  test.each([
    ["Moved in", "answer.date", "2026-02-30"],
    ["Moved in", "answer.date", "0000-01-01"],
    ["Moved in", "answer.date", "0202-01-01"],
    ["Moved in", "answer.date", "99999-01-01"],
    ["Moved in", "answer.date", "yesterday"],
    ["Moved in", "answer.date", "infinity"],
    ["Moved in", "answer.empty", " "],
    ["Main income", "answer.choice", "Lottery"],
    ["Main income", "answer.choice", "salary"],
    ["Main income", "answer.choice", "1"],
    ["Main income", "answer.one_choice", "Salary\nPension"],
    ["Main income", "answer.empty", ""],
    ["All incomes", "answer.choice", "Salary\nLottery"],
    ["All incomes", "answer.choice", "Salary\n\nRent"],
    ["Married", "answer.yes_no", "maybe"],
    ["Married", "answer.yes_no", "true"],
    ["Comment", "answer.too_long", "a".repeat(limits.answerLength + 1)],
  ])("to %s is refused with %s", async (title, code, given) => {
    const before = await rowOf(asked, title);
    expectRefusal(await answer(asked, title, given), 422, code);
    expect(await rowOf(asked, title)).toEqual(before);
  });
});

test.each([
  ["Moved in", "text"],
  ["Main income", "text"],
  ["Main income", "yes_no"],
  ["Comment", "date"],
  ["Lease", "text"],
  ["Lease", "file"],
  ["Lease", null],
])("an answer of another kind is refused: %s with %s", async (title, kind) => {
  const { id, revision } = await rowOf(asked, title);
  const given = { item: id, revision, kind, answer: "2026-01-01" };
  expectRefusal(await asked.recipient.rpc("answer_item", given), 422, "item.kind");
});

test("the list counts declined items among those to review, also when an answer is replaced", async () => {
  const counts = async () =>
    (
      granted(
        await asked.requester.knock(
          `/rest/v1/rpc/request_details?request=${asked.id}&select=items_submitted,items_declined`,
        ),
      ) as unknown[]
    )[0];
  granted(await answer(asked, "Comment", "None"));
  const before = (await counts()) as { items_submitted: number; items_declined: number };
  granted(await answer(asked, "Comment", "", "cannot_provide"));
  expect(await counts()).toEqual({ ...before, items_declined: before.items_declined + 1 });
  granted(await answer(asked, "Comment", "None after all"));
  expect(await counts()).toEqual(before);
});

test("a declined question keeps its note, whatever it asks for", async () => {
  granted(await answer(asked, "Married", "I'd rather not say", "not_applicable"));
  expect(await rowOf(asked, "Married")).toMatchObject({ answer: "I'd rather not say", status: "submitted" });
});

describe("the choices of a draft", () => {
  const many = Array.from({ length: limits.choicesPerItem + 1 }, (_, n) => `Choice ${n}`);
  const create = (item: object) =>
    asked.requester.rpc("create_request", {
      workspace: asked.workspace,
      draft: { ...draftOf([]), items: [{ ...draftOf([{ title: "Income" }]).items[0], ...item }] },
    });

  test("are stored trimmed, in order, and 20 of them", async () => {
    const choices = [" Salary\t", ...many.slice(0, limits.choicesPerItem - 1)];
    const id = granted(await create({ kind: "choice", choices })) as string;
    const [row] = granted(
      await asked.requester.knock(`/rest/v1/items?select=choices,multiple&request_id=eq.${id}`),
    ) as unknown[];
    expect(row).toEqual({ choices: ["Salary", ...many.slice(0, -2)], multiple: false });
  });

  test.each([
    ["21 of them", { kind: "choice", choices: many }],
    ["a single one", { kind: "choice", choices: ["Salary"] }],
    ["none", { kind: "choice" }],
    ["the same one twice", { kind: "choice", choices: ["Salary", " Salary "] }],
    ["an empty one", { kind: "choice", choices: ["Salary", "\u200b"] }],
    ["one that is too long", { kind: "choice", choices: ["Salary", "a".repeat(limits.choiceLength + 1)] }],
    ["a number", { kind: "choice", choices: ["Salary", 2] }],
    ["no list", { kind: "choice", choices: "Salary" }],
    ["null", { kind: "choice", choices: null }],
    ["several of a word", { kind: "choice", choices: incomes, multiple: "yes" }],
    ["for a text item", { kind: "text", choices: incomes }],
    ["several for a date", { kind: "date", multiple: true }],
  ])("are refused: %s", async (_, item) => {
    expectRefusal(await create(item), 422, "draft.choices");
  });
});

describe("an edit after sending", () => {
  const edit = async (sent: SentRequest, edits: number, change: (row: Row) => object) =>
    sent.requester.rpc("edit_request", {
      request: sent.id,
      revision: edits + 1,
      change: { items: (await rows(sent.requester, sent)).map((row) => Object.assign(row, change(row))) },
    });
  const ask = () =>
    sendRequest({ items: [{ title: "All incomes", kind: "choice", choices: incomes, multiple: true }] });

  test("may add and reorder choices, but keeps the chosen ones", async () => {
    const sent = await ask();
    granted(await answer(sent, "All incomes", "Salary\nRent"));
    granted(await edit(sent, 0, () => ({ choices: ["Rent", "Shares", "Salary"] })));
    expect(await rowOf(sent, "All incomes")).toMatchObject({
      choices: ["Rent", "Shares", "Salary"],
      answer: "Salary\nRent",
      status: "submitted",
    });
    for (const change of [{ choices: ["Rent", "Shares"] }, { multiple: false }]) {
      expectRefusal(await edit(sent, 1, () => change), 409, "item.chosen");
    }
    expectRefusal(
      await edit(sent, 1, () => ({ kind: "text", choices: [], multiple: false })),
      409,
      "item.answered",
    );
    expectRefusal(await edit(sent, 1, () => ({ choices: [], multiple: false })), 422, "draft.choices");
  });

  test("of the kind or the choices meets an answer to the former ones, which is refused", async () => {
    const sent = await ask();
    granted(await edit(sent, 0, () => ({ choices: ["Shares", "Lottery"] })));
    expectRefusal(await answer(sent, "All incomes", "Salary"), 422, "answer.choice");
    granted(await edit(sent, 1, () => ({ kind: "date", choices: [], multiple: false })));
    expectRefusal(await answer(sent, "All incomes", "Shares", "choice"), 422, "item.kind");
    expect(await rowOf(sent, "All incomes")).toMatchObject({ status: "missing", answer: null });
    granted(await answer(sent, "All incomes", "2026-01-31", "date"));
  });

  test("is copied with its kinds and choices, without the answers", async () => {
    const sent = await ask();
    granted(await answer(sent, "All incomes", "Rent"));
    const copy = granted(await sent.requester.rpc("duplicate_request", { request: sent.id })) as string;
    expect(await rows(sent.requester, { ...sent, id: copy })).toMatchObject([
      { kind: "choice", choices: incomes, multiple: true, answer: null, status: "missing" },
    ]);
  });
});
