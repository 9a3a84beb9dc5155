import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { tagKeys } from "./keys.ts";
import type { Tag } from "./tag.models.ts";

interface NewTag {
  workspaceId: string;
  name: string;
}

async function createTag({ workspaceId, name }: NewTag): Promise<Tag> {
  const { data, error } = await dataClient().rpc("create_tag", { workspace: workspaceId, name });
  if (error) throw toAppError(error);
  return { id: data, name };
}

/** Adds a tag; resolves to the one that differs only in case, if there is one. */
export function useCreateTag() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createTag,
    onSuccess: (_, { workspaceId }) => cache.invalidateQueries({ queryKey: tagKeys.of(workspaceId) }),
  });
}
