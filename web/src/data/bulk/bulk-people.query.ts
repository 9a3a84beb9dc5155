import { infiniteQueryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { toAppError } from "../../lib/errors.ts";
import { type BulkFilter, type BulkPerson, toBulkPerson } from "./bulk.models.ts";
import { bulkKeys } from "./keys.ts";

interface BulkPeople {
  id: string;
  filter: BulkFilter;
}

/** Rows of one page. */
const perPage = 50;

async function fetchPeople(
  { id: job, filter }: BulkPeople,
  after: string,
  signal: AbortSignal,
): Promise<BulkPerson[]> {
  const { data, error } = await dataClient()
    .rpc("bulk_people", { job, filter, after }, { get: true })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  const people = data.map(toBulkPerson);
  // Their reasons are stored codes.
  if (people.some(({ failure }) => failure !== null)) await loadErrorTexts();
  return people;
}

/** The people of a list, problems first, in pages that continue after the previous page's last row. */
export function bulkPeopleOptions(of: BulkPeople) {
  return infiniteQueryOptions({
    queryKey: bulkKeys.people(of),
    queryFn: ({ pageParam, signal }) => fetchPeople(of, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => (page.length < perPage ? undefined : page.at(-1)?.position),
  });
}
