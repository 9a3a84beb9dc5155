import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { sharedKeys } from "../shared-keys.ts";
import { tagKeys } from "./keys.ts";

interface TagOf {
  workspaceId: string;
  tagId: string;
}

async function renameTag({ tagId, name }: TagOf & { name: string }): Promise<void> {
  const { error } = await dataClient().rpc("rename_tag", { tag: tagId, name });
  if (error) throw toAppError(error);
}

async function deleteTag({ tagId }: TagOf): Promise<void> {
  const { error } = await dataClient().rpc("delete_tag", { tag: tagId });
  if (error) throw toAppError(error);
}

function useRefreshTags() {
  const cache = useQueryClient();
  return async ({ workspaceId }: TagOf) => {
    // Lists show tags. Not awaited, because none is on the screen.
    void cache.invalidateQueries({ queryKey: sharedKeys.requests });
    await cache.invalidateQueries({ queryKey: tagKeys.of(workspaceId) });
  };
}

/** Renames a tag. If another one has that name, they become one. */
export function useRenameTag() {
  const refresh = useRefreshTags();
  return useMutation({ mutationFn: renameTag, onSettled: (_data, _error, of) => refresh(of) });
}

/** Takes a tag off all requests and people for good. */
export function useDeleteTag() {
  const refresh = useRefreshTags();
  return useMutation({ mutationFn: deleteTag, onSettled: (_data, _error, of) => refresh(of) });
}
