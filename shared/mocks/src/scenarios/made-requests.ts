import type { Database } from "@sheaf/contract/database.types";
import { limits } from "@sheaf/contract/limits";
import type { EventKind, RequestState } from "@sheaf/contract/states";
import { type RequestCounts, type Situation, situationOf } from "./situations.ts";

type Tables = Database["public"]["Tables"];
type Row<Table extends keyof Tables> = Tables[Table]["Row"];

/** A row of the list of requests. */
export interface ListedRequest
  extends RequestCounts, Pick<Row<"requests">, "id" | "title" | "due_on" | "last_activity_at"> {
  status: RequestState;
  recipients: Pick<Row<"recipients">, "id" | "email" | "name" | "first_seen_at" | "created_at">[];
  events: (Pick<Row<"events">, "seq" | "actor" | "actor_name" | "data" | "at"> & {
    kind: EventKind;
    items: Pick<Row<"items">, "title"> | null;
  })[];
}

const noCounts: RequestCounts = {
  items_missing: 0,
  items_submitted: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 0,
  required_returned: 0,
};

/** What requests are made from where a tape has none. */
const sample: Pick<ListedRequest, "title" | "recipients"> = {
  title: "Tax return 2026",
  recipients: [
    {
      id: "",
      email: "anna@lind.example",
      name: "Anna Lind",
      first_seen_at: null,
      created_at: "2026-11-01T09:00:00+00:00",
    },
  ],
};

const day = 24 * 60 * 60 * 1000;
/** Between the latest activities of two requests: a thousand of them reach most of a year back. Milliseconds. */
const step = 7 * 60 * 60 * 1000 + 11 * 60 * 1000;

/**
 * Requests like those that a tape has, or like a sample where it has none, each less recent than all before it.
 *
 * @param at the tape's time.
 */
export function madeRequests({
  like,
  count,
  at,
}: {
  like: readonly ListedRequest[];
  count: number;
  at: string;
}): ListedRequest[] {
  const times = like.map((row) => Date.parse(row.last_activity_at));
  const newest = Math.min(Date.parse(at), ...times);
  return Array.from({ length: count }, (_value, index) => {
    const number = index + 1;
    const situation = situationOf(number);
    const activity = new Date(newest - number * step).toISOString();
    return madeRequest(like[index % like.length] ?? sample, { situation, number, at, activity });
  });
}

function madeRequest(
  { title, recipients }: Pick<ListedRequest, "title" | "recipients">,
  { situation, number, at, activity }: { situation: Situation; number: number; at: string; activity: string },
): ListedRequest {
  const { status, counts, last, by, item, due } = situation;
  const ending = ` ${number}`;
  const people = (recipients.length > 0 ? recipients : sample.recipients).map(
    ({ email, name, created_at }, place) => ({
      id: madeId(2 + place, number),
      email,
      name,
      first_seen_at: status === "draft" || last === "sent" ? null : activity,
      created_at,
    }),
  );
  const [first] = people;
  const who = by === "recipient" ? first?.name || first?.email : "Nora Okafor";
  return {
    ...noCounts,
    ...counts,
    id: madeId(0, number),
    title: title.slice(0, limits.titleLength - ending.length) + ending,
    status,
    due_on: due === undefined ? null : dueOn(at, { due, number }),
    last_activity_at: activity,
    recipients: people,
    events: [
      {
        seq: number,
        kind: last,
        actor: by === "itself" ? null : madeId(1, number),
        actor_name: by === "itself" ? "" : (who ?? ""),
        data: last === "file_added" ? { name: "Statement.pdf" } : {},
        at: activity,
        items: item === undefined ? null : { title: item },
      },
    ],
  };
}

/** Further from the tape's day the later the request comes, so that no two lists are in the same order. */
function dueOn(at: string, { due, number }: { due: number; number: number }): string {
  const away = due + Math.sign(due) * (number % 45);
  return new Date(Date.parse(at) + away * day).toISOString().slice(0, 10);
}

function madeId(kind: number, number: number): string {
  return `00000000-0000-4000-9000-${String(kind).padStart(4, "0")}${String(number).padStart(8, "0")}`;
}
