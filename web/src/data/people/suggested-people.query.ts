import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

interface Suggesting {
  workspaceId: string;
  /** The typed text, at most `limits.searchLength` characters; "" finds no one. */
  search: string;
}

/** A person, several who were asked together, or all of a client. */
export interface SuggestedPeople {
  /** The household or company whose people these are; null for others. */
  client: string | null;
  /** The name is "" if none is known. */
  people: { name: string; email: string }[];
  /** Names of a single person's tags. */
  tags: readonly string[];
  openRequests: number;
  /** Number of requests that went to exactly these people; null for a client and for a single person. */
  timesTogether: number | null;
}

async function suggestPeople(
  { workspaceId: workspace, search }: Suggesting,
  signal: AbortSignal,
): Promise<SuggestedPeople[]> {
  const { data, error } = await dataClient()
    .rpc("suggest_people", { workspace, search }, { get: true })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(
    ({ client, names, emails, tags, open_requests: openRequests, together: timesTogether }) => ({
      client,
      people: emails.map((email, at) => ({ email, name: names[at] ?? "" })),
      tags,
      openRequests,
      timesTogether,
    }),
  );
}

/** People to ask, best first. The last suggestions stay until the next ones arrive. */
export function suggestedPeopleOptions(of: Suggesting) {
  return queryOptions({
    queryKey: peopleKeys.suggestions(of),
    queryFn: ({ signal }) => suggestPeople(of, signal),
    enabled: of.search !== "",
    placeholderData: keepPreviousData,
  });
}
