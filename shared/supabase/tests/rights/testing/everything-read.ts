import { granted } from "./expectations.ts";
import { readableColumns } from "../matrix.ts";
import type { Person } from "./people.ts";
import type { SentRequest } from "./requests.ts";

/** Every row of a request that the given person can read, and what functions tell of it. */
export async function everythingReadBy(
  person: Person,
  { id }: SentRequest,
): Promise<Record<string, unknown>> {
  const read = async (path: string) => granted(await person.knock(`/rest/v1/${path}`));
  const rpc = async (fn: string, args: Record<string, unknown>) => granted(await person.rpc(fn, args));
  const people = await person.rpc("request_people", { request: id });
  return {
    requests: await read(`requests?select=${readableColumns("requests").join(",")}&id=eq.${id}`),
    items: await read(`items?request_id=eq.${id}&order=position`),
    files: await read(`files?request_id=eq.${id}&order=id`),
    item_examples: await read(`item_examples?request_id=eq.${id}&order=id`),
    questions: await read(`questions?request_id=eq.${id}&order=id`),
    messages: await read(`messages?request_id=eq.${id}&order=at`),
    notes: await read(`notes?request_id=eq.${id}&order=id`),
    events: await read(`events?request_id=eq.${id}&order=seq`),
    recipients: await read(`recipients?request_id=eq.${id}&user_id=eq.${person.userId}`),
    recipient_items: await read(`recipient_items?request_id=eq.${id}&order=item_id`),
    // Refused to all but members and recipients of the whole request.
    people: people.status === 404 ? [] : granted(people),
    unread: await rpc("unread_questions", { requests: [id] }),
    checklist: await rpc("my_checklist", { request: id }),
    checklists: await rpc("my_checklists", {}),
  };
}
