import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { peopleKeys } from "./keys.ts";

interface Suggesting {
  workspaceId: string;
  /** The typed text; "" finds none. */
  search: string;
}

async function suggestClients(
  { workspaceId: workspace, search }: Suggesting,
  signal: AbortSignal,
): Promise<string[]> {
  const { data, error } = await dataClient()
    .rpc("suggest_clients", { workspace, search }, { get: true })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map(({ client }) => client);
}

/** Clients of a workspace that begin with what is typed. The last ones stay until the next ones arrive. */
export function suggestedClientsOptions(of: Suggesting) {
  return queryOptions({
    queryKey: peopleKeys.clients(of),
    queryFn: ({ signal }) => suggestClients(of, signal),
    enabled: of.search !== "",
    placeholderData: keepPreviousData,
  });
}
