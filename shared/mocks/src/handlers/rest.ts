import type { Database } from "@sheaf/contract/database.types";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { http } from "msw/http";
import { answer } from "../answer.ts";
import type { Fault, FaultOptions } from "../fault.ts";
import { restError } from "../service-errors.ts";

type Tables = Database["public"]["Tables"];
type Functions = Database["public"]["Functions"];
export type TableName = keyof Tables;
export type FunctionName = keyof Functions;

/** Columns as the database has them, in any selection, with embedded tables under their own names. */
export type AnswerRow<Table extends TableName> = Partial<Tables[Table]["Row"]> & {
  [Embedded in TableName]?: AnswerRow<Embedded> | AnswerRow<Embedded>[] | null;
};

export interface RestRefusal extends FaultOptions {
  /** HTTP status. */
  status: number;
  /** SQLSTATE or PostgREST's own code; a function's refusal has `PT` and the status. */
  code: string;
  /** One of our dotted codes where a function raised it; otherwise whatever the service says. */
  message: ErrorCode | (string & {});
}

/** Reading and writing one table is refused. */
export function restFails({ table, ...refusal }: { table: TableName } & RestRefusal): Fault {
  return (platformUrl) =>
    http.all(`${platformUrl}/rest/v1/${table}`, () => restError(refusal), {
      once: refusal.once ?? false,
    });
}

/** One function refuses. */
export function rpcFails({ fn, ...refusal }: { fn: FunctionName } & RestRefusal): Fault {
  return (platformUrl) =>
    http.all(`${platformUrl}/rest/v1/rpc/${fn}`, () => restError(refusal), {
      once: refusal.once ?? false,
    });
}

/**
 * Reading one table gives exactly these rows. `total` is how many there would be without a limit, where a page
 * of them is asked for; a single row asked for and not there is refused as the service does it.
 */
export function restAnswers<Table extends TableName>({
  table,
  rows,
  total = rows.length,
  once = false,
}: {
  table: Table;
  rows: readonly AnswerRow<Table>[];
  total?: number;
} & FaultOptions): Fault {
  return (platformUrl) =>
    http.get(
      `${platformUrl}/rest/v1/${table}`,
      ({ request }) => {
        const wantsOne = request.headers.get("accept")?.includes("vnd.pgrst.object") ?? false;
        if (wantsOne && rows.length !== 1) return restError(notOneRow);
        const range = rows.length === 0 ? "*" : `0-${rows.length - 1}`;
        return answer(wantsOne ? rows[0] : rows, {
          headers: { "content-range": `${range}/${total}` },
        });
      },
      { once },
    );
}

/** One function returns this. */
export function rpcAnswers<Name extends FunctionName>({
  fn,
  returns,
  once = false,
}: {
  fn: Name;
  returns: Functions[Name]["Returns"];
} & FaultOptions): Fault {
  return (platformUrl) => http.all(`${platformUrl}/rest/v1/rpc/${fn}`, () => answer(returns), { once });
}

const notOneRow = {
  status: 406,
  code: "PGRST116",
  message: "Cannot coerce the result to a single JSON object",
};
