import type { Database } from "@sheaf/contract/database.types";
import { limits } from "@sheaf/contract/limits";
import { jsonResponse } from "../json-response.ts";
import type { Respond } from "../tape/respond.ts";
import type { RecordedRequest, Tape } from "../tape/tape.ts";
import { requestKey } from "../tape/normalize-request.ts";
import { inWorkspace, isRequestCounts, isRequestList, isUnreadQuestions } from "./request-list.ts";

export type RequestCounts = Database["public"]["Functions"]["request_counts"]["Returns"][number];

/** The lists of one workspace as the platform returned them: every filter and order, page by page. */
export interface RecordedLists {
  /** The workspace of every recorded request. */
  workspace: string;
  counts: RequestCounts;
  /** Rows as JSON text. */
  rows: string[];
  lists: {
    /** Key of the recorded request. */
    request: string;
    /** Positions in `rows`. */
    rows: number[];
  }[];
}

type ReadLists = () => Promise<RecordedLists>;

const readFullWorkspace: ReadLists = async () =>
  (await import("../../tapes/lists/full-workspace.json", { with: { type: "json" } })).default;

/**
 * Adds recorded pages to the lists of requests. The tape's own rows come first on the first page. Searches and lists
 * that weren't recorded are answered only by the tape. Nothing in the recorded rows is unread.
 */
export function withRecordedLists(respond: Respond, tape: Tape, readLists = readFullWorkspace): Respond {
  const onTape = new Set(tape.interactions.map(({ request }) => requestKey(request)));
  const playOwn = async (request: RecordedRequest) =>
    onTape.has(requestKey(request)) ? await respond(request) : undefined;
  return async (request) => {
    if (isRequestCounts(request)) {
      const own = await playOwn(request);
      if (own && !own.ok) return own;
      const { counts } = await readLists();
      return jsonResponse(sum(counts, own && ((await own.json()) as RequestCounts)));
    }
    if (isUnreadQuestions(request)) return (await playOwn(request)) ?? jsonResponse([]);
    const rows = isRequestList(request) ? await findList(request, readLists) : undefined;
    if (!rows) return respond(request);
    const own = await playOwn(request);
    if (own && !own.ok) return own;
    return jsonResponse([...(own ? ((await own.json()) as unknown[]) : []), ...rows]);
  };
}

async function findList(request: RecordedRequest, readLists: ReadLists): Promise<unknown[] | undefined> {
  const { workspace, rows, lists } = await readLists();
  const key = requestKey(inWorkspace(request, workspace));
  return lists
    .find((list) => list.request === key)
    ?.rows.map((position): unknown => JSON.parse(rows[position] ?? "null"));
}

function sum(recorded: RequestCounts, own?: RequestCounts): RequestCounts {
  const of = (filter: keyof RequestCounts) =>
    Math.min(limits.counted, recorded[filter] + (own?.[filter] ?? 0));
  return {
    open: of("open"),
    review: of("review"),
    overdue: of("overdue"),
    drafts: of("drafts"),
    done: of("done"),
    archived: of("archived"),
    bin: of("bin"),
  };
}
