import type { QueryClient } from "@tanstack/react-query";
import { workspaceKeys } from "./keys.ts";
import type { Workspace } from "./workspace.models.ts";

/** Takes a workspace that the user has left or deleted off their list, without reading anything of it again. */
export function forgetWorkspace(cache: QueryClient, workspaceId: string): void {
  cache.setQueriesData<Workspace[]>({ queryKey: workspaceKeys.mine() }, (mine) =>
    mine?.filter(({ id }) => id !== workspaceId),
  );
}
