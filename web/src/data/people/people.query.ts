import { infiniteQueryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";
import { type ListedPerson, type PeopleFilter, toListedPerson } from "./person.models.ts";

interface PeopleList {
  workspaceId: string;
  filter: PeopleFilter;
  /** Id of a tag that each of them has. */
  tag: string | undefined;
}

/** Rows of one page. */
const perPage = 50;

async function fetchPeople(
  { workspaceId: workspace, filter, tag }: PeopleList,
  after: string | null,
  signal: AbortSignal,
): Promise<ListedPerson[]> {
  const { data, error } = await dataClient()
    .rpc(
      "list_people",
      { workspace, filter, ...(after !== null && { after }), ...(tag !== undefined && { tag }) },
      { get: true },
    )
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(toListedPerson);
}

/** The people of a list, in pages that continue after the previous page's last row. */
export function peopleOptions(of: PeopleList) {
  return infiniteQueryOptions({
    queryKey: peopleKeys.list(of),
    queryFn: ({ pageParam, signal }) => fetchPeople(of, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < perPage ? undefined : page.at(-1)?.position),
  });
}
