import { HttpResponse } from "msw/http";
import { crossOrigin } from "../json-response.ts";
import type { Respond } from "../tape/respond.ts";
import type { RecordedRequest, Tape } from "../tape/tape.ts";
import { requestKey } from "../tape/normalize-request.ts";
import { inWorkspace, isRequestList } from "./request-list.ts";

/** The lists of one workspace as the platform returned them: every filter and order, page by page. */
export interface RecordedLists {
  /** The workspace's filter in every recorded request. */
  workspace: string;
  /** Rows as JSON text. */
  rows: string[];
  lists: {
    /** Key of the recorded request. */
    request: string;
    /** Rows that match the filter; on a page, the rows on it. */
    total: number;
    /** Positions in `rows`. */
    rows: number[];
  }[];
}

type ReadLists = () => Promise<RecordedLists>;

const readFullWorkspace: ReadLists = async () =>
  (await import("../../tapes/lists/full-workspace.json", { with: { type: "json" } })).default;

/**
 * Adds recorded pages to the lists of requests. The tape's own rows come first on the first page. A search, or any list
 * that was not recorded, is answered by the tape alone.
 */
export function withRecordedLists(respond: Respond, tape: Tape, readLists = readFullWorkspace): Respond {
  const onTape = new Set(tape.interactions.map(({ request }) => requestKey(request)));
  return async (request) => {
    const list = isRequestList(request) ? await findList(request, readLists) : undefined;
    if (!list) return respond(request);
    const own = onTape.has(requestKey(request)) ? await respond(request) : undefined;
    if (own && !own.ok) return own;
    if (request.method === "HEAD") return countOf(totalIn(own) + list.total);
    const ownRows = own ? ((await own.json()) as unknown[]).map((row) => JSON.stringify(row)) : [];
    return pageOf([...ownRows, ...list.rows]);
  };
}

async function findList(
  request: RecordedRequest,
  readLists: ReadLists,
): Promise<{ total: number; rows: string[] } | undefined> {
  const { workspace, rows, lists } = await readLists();
  const key = requestKey(inWorkspace(request, workspace));
  const found = lists.find((list) => list.request === key);
  return found && { total: found.total, rows: found.rows.map((position) => rows[position] ?? "null") };
}

function totalIn(response: Response | undefined): number {
  const [, total] = /\/(\d+)$/.exec(response?.headers.get("content-range") ?? "") ?? [];
  return Number(total ?? 0);
}

function countOf(total: number): Response {
  const range = total === 0 ? "*" : `0-${total - 1}`;
  return new HttpResponse(null, { headers: { ...crossOrigin, "content-range": `${range}/${total}` } });
}

function pageOf(rows: readonly string[]): Response {
  const range = rows.length === 0 ? "*" : `0-${rows.length - 1}`;
  return new HttpResponse(`[${rows.join(",")}]`, {
    headers: { ...crossOrigin, "content-type": "application/json", "content-range": `${range}/*` },
  });
}
