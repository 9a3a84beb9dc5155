import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";
import { type Person, toPerson } from "./person.models.ts";

async function fetchPerson(person: string, signal: AbortSignal): Promise<Person> {
  const read = { get: true } as const;
  const [details, requests, companions] = await Promise.all([
    dataClient().rpc("person_details", { person }, read).abortSignal(signal).single(),
    dataClient().rpc("person_requests", { person }, read).abortSignal(signal),
    dataClient().rpc("person_companions", { person }, read).abortSignal(signal),
  ]);
  const error = details.error ?? requests.error ?? companions.error;
  if (error || !details.data || !requests.data || !companions.data) throw toAppError(error);
  return toPerson({ details: details.data, requests: requests.data, companions: companions.data });
}

/** A person with their requests. The id of a merged address gives the person it belongs to. */
export function personOptions({ id }: { id: string }) {
  return queryOptions({
    queryKey: peopleKeys.detail(id),
    queryFn: ({ signal }) => fetchPerson(id, signal),
  });
}
