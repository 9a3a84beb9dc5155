import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { screen } from "@testing-library/react";
import { http } from "msw/http";

export type Fault = Parameters<MockServer["use"]>[number];

export type ItemRow = AnswerRow<"items">;
/** The request's only item, with nothing added yet. */
export const itemRow = (over: ItemRow = {}): ItemRow => ({
  id: "i1",
  position: 1,
  title: "Proof of address",
  revision: 1,
  files: [],
  item_examples: [],
  questions: [],
  ...over,
});

/** Response to the recipient's query for the request. */
export const requestIs = (items: ItemRow[], over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    rows: [
      {
        id: "r1",
        title: "Tax return 2026",
        status: "open",
        workspaces: { name: "Okafor & Lind" },
        events: [],
        recipients: [],
        items,
        ...over,
      },
    ],
  });

export const begins = rpcAnswers({
  fn: "begin_upload",
  returns: [{ file_id: "f1", object_key: "w1/r1/i1/f1" }],
});

/** Counts calls of a function and passes them on to the next handler. */
export function counting(fn: string) {
  const count = { calls: 0 };
  const fault: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/${fn}`, () => {
      count.calls += 1;
    });
  return { count, fault };
}

/** The item's file input. */
export const picker = () => screen.findByTestId<HTMLInputElement>("files-i1");
