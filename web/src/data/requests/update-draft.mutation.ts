import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { requestKeys } from "./keys.ts";

export interface DraftUpdate {
  requestId: string;
  draft: RequestDraft;
}

async function updateDraft({ requestId, draft }: DraftUpdate): Promise<void> {
  const { error } = await platformClient().rpc("update_draft", { request: requestId, draft });
  if (error) throw toAppError(error);
}

/** Replaces a draft's content. Fails once the request has been sent. */
export function useUpdateDraft() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: updateDraft,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
