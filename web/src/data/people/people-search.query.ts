import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";
import { type ListedPerson, toListedPerson } from "./person.models.ts";

interface PeopleSearch {
  workspaceId: string;
  search: string;
}

export interface FoundPeople {
  rows: ListedPerson[];
  /** A search compares a bounded number of people. False if others may match. */
  isComplete: boolean;
}

/** The status with which the database answers a search that others may match. */
const partialContent = 206;

async function searchPeople(
  { workspaceId: workspace, search }: PeopleSearch,
  signal: AbortSignal,
): Promise<FoundPeople> {
  const { data, error, status } = await dataClient()
    .rpc("search_people", { workspace, search }, { get: true })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return { rows: data.map(toListedPerson), isComplete: status !== partialContent };
}

/** People whose name or address matches, in all lists. The last matches stay until the next ones arrive. */
export function peopleSearchOptions(of: PeopleSearch) {
  return queryOptions({
    queryKey: peopleKeys.search(of),
    queryFn: ({ signal }) => searchPeople(of, signal),
    placeholderData: keepPreviousData,
  });
}
