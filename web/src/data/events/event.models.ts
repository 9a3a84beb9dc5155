import type { Tables } from "@sheaf/contract/database.types";
import type { EventKind } from "@sheaf/contract/states";

/** One line of a request's history; never changed, never deleted. */
export interface RequestEvent {
  /** Counts from 1 within its request. */
  seq: number;
  kind: EventKind;
  /** Null when it happened by itself, as a request that is done by its last decision. */
  actorId: string | null;
  /** The name, else the address, that the person had then. */
  actorName: string;
  /** The item that it was about; "" when it was about the request as a whole. */
  itemTitle: string;
  /** The file that it was about; "" when it was about none. */
  fileName: string;
  at: string;
}

export type EventRow = Pick<Tables<"events">, "seq" | "kind" | "actor" | "actor_name" | "data" | "at"> & {
  items: { title: string } | null;
};

export const eventColumns = "seq, kind, actor, actor_name, data, at, items(title)";

export function toEvent(row: EventRow): RequestEvent {
  return {
    seq: row.seq,
    kind: row.kind as EventKind,
    actorId: row.actor,
    actorName: row.actor_name,
    itemTitle: row.items?.title ?? "",
    fileName: nameIn(row.data),
    at: row.at,
  };
}

/** A file's name is kept with the event, for it outlives the file. */
function nameIn(data: EventRow["data"]): string {
  const name: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "name") : undefined;
  return typeof name === "string" ? name : "";
}
