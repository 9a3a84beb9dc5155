import { HttpResponse } from "msw/http";
import { answer, crossOrigin } from "../answer.ts";
import type { Play } from "../tape/play.ts";
import type { Tape, TapedRequest } from "../tape/tape.ts";
import { requestKey } from "../tape/taped-request.ts";
import { type ListedRequest, madeRequests } from "./made-requests.ts";
import { isRequestList, limitOf, rowsInView } from "./request-views.ts";

/** How many requests a full workspace has. */
const fullAt = 1000;

/** The list of requests has the tape's own, as they are by then, and as many made ones as a full workspace needs. */
export function withManyRequests(play: Play, tape: Tape): Play {
  let made: ListedRequest[] | undefined;

  async function rowsFor(request: TapedRequest): Promise<ListedRequest[]> {
    const own = await ownRows(play, ownLists(tape, request));
    made ??= madeRequests({ like: own, count: fullAt - own.length, at: tape.at });
    return rowsInView([...own, ...made], request.query, tape.at.slice(0, 10));
  }

  return async (request) => {
    if (!isRequestList(request)) return play(request);
    const rows = await rowsFor(request);
    if (request.method === "HEAD") {
      return new HttpResponse(null, { headers: { ...crossOrigin, ...range(rows.length, rows.length) } });
    }
    const page = rows.slice(0, limitOf(request.query));
    return answer(page, { headers: range(page.length, "*") });
  };
}

/** Every list on the tape that the same page may ask for, once each: together they know all rows that the tape has. */
function ownLists(tape: Tape, { from }: TapedRequest): TapedRequest[] {
  const lists = tape.takes
    .map((take) => take.request)
    .filter((request) => request.from === from && request.method === "GET" && isRequestList(request));
  return [...new Map(lists.map((request) => [requestKey(request), request])).values()];
}

/** A row that stands in several lists is the one of the latest. */
async function ownRows(play: Play, lists: readonly TapedRequest[]): Promise<ListedRequest[]> {
  const answers = await Promise.all(lists.map(play));
  const pages = await Promise.all(answers.filter(({ ok }) => ok).map((played) => played.json()));
  const byAge = (pages.flat() as ListedRequest[]).toSorted(
    (one, other) => Date.parse(one.last_activity_at) - Date.parse(other.last_activity_at),
  );
  return [...new Map(byAge.map((row) => [row.id, row])).values()];
}

function range(rows: number, total: number | "*") {
  return { "content-range": `${rows === 0 ? "*" : `0-${rows - 1}`}/${total}` };
}
