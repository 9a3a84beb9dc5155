import { queryOptions } from "@tanstack/react-query";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { savedViewKeys } from "./keys.ts";

const selection = selectColumns("saved_views", ["id", "name", "query"]);

/** A view of the list of requests; `query` is the query string of its address. */
export type SavedView = SelectedRow<typeof selection>;

async function fetchSavedViews(workspaceId: string, signal: AbortSignal): Promise<SavedView[]> {
  const { data, error } = await dataClient()
    .from("saved_views")
    .select(selection.text)
    .eq("workspace_id", workspaceId)
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The member's own views of a workspace, by name. */
export function savedViewsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: savedViewKeys.of(workspaceId),
    queryFn: ({ signal }) => fetchSavedViews(workspaceId, signal),
  });
}
