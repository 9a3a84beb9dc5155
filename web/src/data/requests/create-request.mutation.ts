import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";

export interface NewRequest {
  workspaceId: string;
  draft: RequestDraft;
}

async function createRequest({ workspaceId, draft }: NewRequest): Promise<string> {
  const { data, error } = await dataClient().rpc("create_request", { workspace: workspaceId, draft });
  if (error) throw toAppError(error);
  return data;
}

/** Saves a new draft. Resolves to its id. */
export function useCreateRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createRequest,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
