import type { RequestEvent } from "../../data/events/event.models.ts";
import type { SavedReceipt } from "../../data/receipts/request-receipts.ts";
import { localCsv, stableCsv } from "../../lib/csv.ts";
import { toHistoryCsv } from "../history/history-csv.models.ts";
import { pathLength, requestFolderLength } from "./path-budget.models.ts";
import { nameKey, safeName, uniqueName } from "./zip-names.models.ts";

/** Proof of what happened to a request. */
export interface RequestRecords {
  /** The whole history, newest first. */
  history: readonly RequestEvent[];
  receipts: readonly SavedReceipt[];
}

/** A text in the zip. */
export interface TextEntry {
  name: string;
  input: string;
}

/** The history as a table, for people and for programs, and each receipt in a separate file. */
export function toRecordEntries({ history, receipts }: RequestRecords): TextEntry[] {
  const taken = new Set<string>();
  const room = pathLength - requestFolderLength - "/Receipts/".length;
  return [
    { name: "history.csv", input: toHistoryCsv(history, localCsv()) },
    { name: "history-for-programs.csv", input: toHistoryCsv(history, stableCsv) },
    ...receipts.map(({ email, document }) => {
      const safe = safeName(email, "receipt", room - ".json".length);
      const name = uniqueName(`${safe}.json`, taken, room);
      taken.add(nameKey(name));
      return { name: `Receipts/${name}`, input: `${JSON.stringify(document, null, 2)}\n` };
    }),
  ];
}

const decisions: ReadonlySet<string> = new Set(["accepted", "returned", "waived", "received_elsewhere"]);

/** Names of people, by the id of the file or item they acted on. */
export interface Doers {
  /** By file, and by item for a written answer. */
  sent: ReadonlyMap<string, string>;
  /** By item: who made the last decision on it. */
  decided: ReadonlyMap<string, string>;
}

export function toDoers(history: readonly RequestEvent[]): Doers {
  // The oldest first, so that the last one counts.
  const events = history.toReversed();
  return {
    sent: new Map(
      events.flatMap(({ kind, fileId, itemId, actorName }) => {
        const sent = kind === "file_added" ? fileId : kind === "answered" ? itemId : null;
        return sent === null ? [] : [[sent, actorName]];
      }),
    ),
    decided: new Map(
      events.flatMap(({ kind, itemId, actorName }) =>
        decisions.has(kind) && itemId !== null ? [[itemId, actorName]] : [],
      ),
    ),
  };
}
