import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "./keys.ts";

export interface WorkspaceContents {
  members: number;
  /** Of requests and files, `limits.counted` stands for as many or more. */
  requests: number;
  files: number;
}

async function fetchContents(workspaceId: string, signal: AbortSignal): Promise<WorkspaceContents> {
  const { data, error } = await dataClient()
    .rpc("workspace_contents", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  const [contents] = data;
  if (!contents) throw new AppError("not_found");
  return contents;
}

/** Everything that would be deleted with a workspace. For owners. */
export function workspaceContentsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: workspaceKeys.contents(workspaceId),
    queryFn: ({ signal }) => fetchContents(workspaceId, signal),
  });
}
