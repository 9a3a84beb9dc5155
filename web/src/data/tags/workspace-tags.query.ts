import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { tagKeys } from "./keys.ts";
import type { Tag } from "./tag.models.ts";

export interface WorkspaceTag extends Tag {
  /** Number of uses; at most `limits.counted`, which stands for that many or more. */
  requests: number;
  people: number;
}

async function fetchTags(workspaceId: string, signal: AbortSignal): Promise<WorkspaceTag[]> {
  const { data, error } = await dataClient()
    .rpc("workspace_tags", { workspace: workspaceId })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** The tags of a workspace, by name. */
export function workspaceTagsOptions({ workspaceId }: { workspaceId: string }) {
  return queryOptions({
    queryKey: tagKeys.of(workspaceId),
    queryFn: ({ signal }) => fetchTags(workspaceId, signal),
  });
}
