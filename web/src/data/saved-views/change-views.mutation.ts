import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { savedViewKeys } from "./keys.ts";

interface InWorkspace {
  workspaceId: string;
}

interface NewView extends InWorkspace {
  name: string;
  query: string;
}

async function saveView({ workspaceId: workspace, name, query }: NewView): Promise<void> {
  const { error } = await dataClient().rpc("save_view", { workspace, name, query });
  if (error) throw toAppError(error);
}

/** What isn't named stays. */
interface ChangedView extends InWorkspace {
  viewId: string;
  name?: string;
  query?: string;
}

async function changeView({ viewId: view, name, query }: ChangedView): Promise<void> {
  const { error } = await dataClient().rpc("change_view", {
    view,
    ...(name !== undefined && { name }),
    ...(query !== undefined && { query }),
  });
  if (error) throw toAppError(error);
}

async function deleteView({ viewId: view }: InWorkspace & { viewId: string }): Promise<void> {
  const { error } = await dataClient().rpc("delete_view", { view });
  if (error) throw toAppError(error);
}

function useRefreshViews() {
  const cache = useQueryClient();
  return ({ workspaceId }: InWorkspace) =>
    cache.invalidateQueries({ queryKey: savedViewKeys.of(workspaceId) });
}

export function useSaveView() {
  const refresh = useRefreshViews();
  return useMutation({ mutationFn: saveView, onSettled: (_data, _error, of) => refresh(of) });
}

/** Gives a view another name or other filters. */
export function useChangeView() {
  const refresh = useRefreshViews();
  return useMutation({ mutationFn: changeView, onSettled: (_data, _error, of) => refresh(of) });
}

export function useDeleteView() {
  const refresh = useRefreshViews();
  return useMutation({ mutationFn: deleteView, onSettled: (_data, _error, of) => refresh(of) });
}
