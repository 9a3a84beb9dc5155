import type { QueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "./keys.ts";
import type { Workspace } from "./workspace.models.ts";

/** Takes a workspace that the user has left or deleted off their list, without reading anything of it again. */
function forgetWorkspace(cache: QueryClient, workspaceId: string): void {
  cache.setQueriesData<Workspace[]>({ queryKey: workspaceKeys.mine() }, (mine) =>
    mine?.filter(({ id }) => id !== workspaceId),
  );
}

/** After a call that left or deleted a workspace. One that finds it gone is a second try whose first answer was lost. */
export function forgetIfGone(cache: QueryClient, error: Error | null, workspaceId: string): void {
  if (error === null || toAppError(error).code === "not_found") forgetWorkspace(cache, workspaceId);
}
