import { isReading } from "../tape/reading.ts";
import type { TapedRequest } from "../tape/tape.ts";
import type { ListedRequest } from "./made-requests.ts";

type Query = TapedRequest["query"];

/** Whether rows or counts of a workspace's list of requests are asked for. */
export function isRequestList(request: TapedRequest): boolean {
  const { path, query } = request;
  return (
    isReading(request) && path === "/rest/v1/requests" && query.some(([name]) => name === "workspace_id")
  );
}

/** The rows that such a request asks for, in its order, from all that there are: every page, up to its end. */
export function rowsInView(rows: readonly ListedRequest[], query: Query, today: string): ListedRequest[] {
  const tests = query.map((parameter) => testOf(parameter, today));
  const list = rows.filter((row) => tests.every((test) => test(row)));
  const order = list.toSorted(valueOf(query, "order")?.startsWith("due_on") ? byDueDay : byActivity);
  const after = new Set(query.map(([name, value]) => (name === "or" ? cursor.exec(value)?.[1] : undefined)));
  const last = order.findIndex(({ id }) => after.has(id));
  return order.slice(last + 1);
}

/** @returns undefined where no limit is asked for. */
export function limitOf(query: Query): number | undefined {
  const limit = valueOf(query, "limit");
  return limit === undefined ? undefined : Number(limit);
}

/** A page begins after the row that was the last of the one before, and its id stands in the condition in any order. */
const cursor = /\bid\.(?:lt|gt)\.([\w-]+)/;

function testOf([name, value]: Query[number], today: string): (row: ListedRequest) => boolean {
  if (name === "status") {
    const states = value.replace(/^(eq\.|in\.\()|\)$/g, "").split(",");
    return ({ status }) => states.includes(status);
  }
  if (name === "items_submitted") return (row) => row.items_submitted > 0;
  // Which day it is says no key of a tape: it is the tape's own.
  if (name === "due_on") return (row) => row.due_on !== null && row.due_on < today;
  if (name === "or" && value.includes("required_missing")) {
    return (row) => row.required_missing > 0 || row.required_returned > 0;
  }
  if (name === "request_search.document") {
    const wanted = [...value.matchAll(/([\p{L}\p{M}\p{N}]+):\*/gu)].map(([, word = ""]) => word);
    return (row) => wanted.every((word) => wordsOf(row).some((one) => one.startsWith(word)));
  }
  return () => true;
}

/** As the search document has them: lower-cased, without accents. */
function wordsOf({ title, recipients }: ListedRequest): string[] {
  const text = [title, ...recipients.flatMap(({ name, email }) => [name, email])].join(" ");
  const plain = text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/gu, "")
    .toLowerCase();
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function byActivity(one: ListedRequest, other: ListedRequest): number {
  return (
    Date.parse(other.last_activity_at) - Date.parse(one.last_activity_at) || (one.id < other.id ? 1 : -1)
  );
}

/** Those without a day come last. */
function byDueDay(one: ListedRequest, other: ListedRequest): number {
  const [first, second] = [one.due_on ?? "9999", other.due_on ?? "9999"];
  if (first !== second) return first < second ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function valueOf(query: Query, wanted: string): string | undefined {
  return query.find(([name]) => name === wanted)?.[1];
}
