import { defaultRows } from "@sheaf/contract/database.rows";
import type { Database } from "@sheaf/contract/database.types";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { http } from "msw/http";
import { jsonResponse } from "../json-response.ts";
import type { PlatformHandler, HandlerOptions } from "../platform-handler.ts";
import { restError } from "../service-errors.ts";

type Tables = Database["public"]["Tables"];
type Functions = Database["public"]["Functions"];
export type TableName = keyof Tables;
export type FunctionName = keyof Functions;

/** Columns that differ from `defaultRows`, with embedded rows under their table's name. */
export type AnswerRow<Table extends TableName> = Partial<Tables[Table]["Row"]> & {
  [Embedded in TableName]?: AnswerRow<Embedded> | AnswerRow<Embedded>[] | null;
};

export interface RestRefusal extends HandlerOptions {
  /** HTTP status. */
  status: number;
  /** SQLSTATE or PostgREST's own code; errors raised by a function have `PT` and the status. */
  code: string;
  /** One of our dotted codes if a function raised the error; otherwise the service's text. */
  message: ErrorCode | (string & {});
}

/** Fails reads and writes of one table. */
export function restFails({ table, ...refusal }: { table: TableName } & RestRefusal): PlatformHandler {
  return (platformUrl) =>
    http.all(`${platformUrl}/rest/v1/${table}`, () => restError(refusal), {
      once: refusal.once ?? false,
    });
}

/** Fails calls of one function. */
export function rpcFails({ fn, ...refusal }: { fn: FunctionName } & RestRefusal): PlatformHandler {
  return (platformUrl) =>
    http.all(`${platformUrl}/rest/v1/rpc/${fn}`, () => restError(refusal), {
      once: refusal.once ?? false,
    });
}

/**
 * Answers reads of one table with exactly these rows; columns that they leave out have their default. `total` is the count
 * without a limit. A request for a single row fails as on the service unless there is exactly one.
 */
export function restAnswers<Table extends TableName>({
  table,
  by,
  rows,
  total = rows.length,
  once = false,
}: {
  table: Table;
  /** The function that returns rows of the table, instead of the table itself. */
  by?: FunctionName;
  rows: readonly AnswerRow<Table>[];
  total?: number;
} & HandlerOptions): PlatformHandler {
  const whole = rows.map((row) => withDefaults(table, row));
  return (platformUrl) =>
    http.get(
      `${platformUrl}/rest/v1/${by === undefined ? table : `rpc/${by}`}`,
      ({ request }) => {
        if (wantsOne(request) && rows.length !== 1) return restError(notOneRow);
        const range = rows.length === 0 ? "*" : `0-${rows.length - 1}`;
        return jsonResponse(wantsOne(request) ? whole[0] : whole, {
          headers: { "content-range": `${range}/${total}` },
        });
      },
      { once },
    );
}

/** Fills in the missing columns of a row and of the rows embedded in it. */
function withDefaults(table: TableName, row: object): object {
  const given = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    isTable(name) ? withEmbedded(name, value) : value,
  ]);
  return { ...defaultRows[table], ...Object.fromEntries(given) };
}

function withEmbedded(table: TableName, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((row) => withEmbedded(table, row));
  return typeof value === "object" && value !== null ? withDefaults(table, value) : value;
}

const isTable = (name: string): name is TableName => Object.hasOwn(defaultRows, name);

/** Columns of a function's rows can be null, which the generated types never say. */
type WithNulls<Returns> = Returns extends readonly (infer Row)[]
  ? { [Column in keyof Row]: Row[Column] | null }[]
  : Returns;

/** Answers calls of one function; a request for a single row gets the first. */
export function rpcAnswers<Name extends FunctionName>({
  fn,
  returns,
  status = 200,
  once = false,
}: {
  fn: Name;
  /** Null where the function has nothing to return. */
  returns: WithNulls<Functions[Name]["Returns"]> | null;
  status?: number;
} & HandlerOptions): PlatformHandler {
  return (platformUrl) =>
    http.all(
      `${platformUrl}/rest/v1/rpc/${fn}`,
      ({ request }) =>
        jsonResponse(wantsOne(request) && Array.isArray(returns) ? returns[0] : returns, { status }),
      { once },
    );
}

const wantsOne = (request: Request) => request.headers.get("accept")?.includes("vnd.pgrst.object") ?? false;

const notOneRow = {
  status: 406,
  code: "PGRST116",
  message: "Cannot coerce the result to a single JSON object",
};
