import type { RecordedLists, RequestCounts } from "../scenarios/full-workspace.ts";
import { isRequestCounts, isRequestList, workspaceIn } from "../scenarios/request-list.ts";
import type { Tape } from "../tape/tape.ts";
import { requestKey } from "../tape/normalize-request.ts";

/**
 * The lists of requests on a tape, with each row stored once: the same row comes up in several lists.
 *
 * @throws Error when the tape has no list of requests, no counts, or several versions of a row.
 */
export function packLists({ interactions }: Tape): RecordedLists {
  const lists = interactions.filter(({ request }) => isRequestList(request));
  const workspace = lists.map(({ request }) => workspaceIn(request)).find((id) => id !== undefined);
  if (workspace === undefined) throw new Error("The tape has no list of requests.");
  const counts = interactions.findLast(({ request }) => isRequestCounts(request))?.response.body;
  if (!counts || !("json" in counts)) throw new Error("The tape has no counts of requests.");
  const positions = new Map<string, number>();
  const positionOf = (row: string) => {
    const position = positions.get(row) ?? positions.size;
    positions.set(row, position);
    return position;
  };
  const packed = lists.map(({ request, response: { body } }) => {
    const rows = body && "json" in body && Array.isArray(body.json) ? body.json : [];
    return {
      request: requestKey(request),
      rows: rows.map((row: unknown) => positionOf(JSON.stringify(row))),
    };
  });
  const rows = [...positions.keys()];
  // A search reads more columns than a list, so a request has one row of each kind.
  const ids = new Set(
    rows.map((row) => {
      const columns = JSON.parse(row) as { id: string };
      return [columns.id, ...Object.keys(columns)].join(" ");
    }),
  );
  if (ids.size !== rows.length) throw new Error("A request changed while the lists were recorded.");
  return { workspace, counts: counts.json as RequestCounts, rows, lists: packed };
}

/** Ids are numbered per tape. The lists are played together with any tape, so theirs come from another range. */
const separateIds = (text: string) => text.replaceAll("00000000-0000-4000-8000-", "00000000-0000-4000-9000-");

/** One line per row and per list, so that a change is readable in a diff. */
export function formatLists({ workspace, counts, rows, lists }: RecordedLists): string {
  const lines = (values: readonly unknown[]) =>
    values.map((value) => `    ${JSON.stringify(value)}`).join(",\n");
  const text = [
    "{",
    `  "workspace": ${JSON.stringify(workspace)},`,
    `  "counts": ${JSON.stringify(counts)},`,
    `  "rows": [\n${lines(rows)}\n  ],`,
    `  "lists": [\n${lines(lists)}\n  ]`,
    "}",
    "",
  ].join("\n");
  return separateIds(text);
}
