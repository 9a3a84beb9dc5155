import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";

export async function deleteDraft({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await dataClient().rpc("delete_draft", { request: requestId });
  const failure = error && toAppError(error);
  // The response of an earlier attempt was lost, or it was deleted elsewhere first.
  if (failure && failure.code !== "not_found") throw failure;
}

/** Deletes a request that was never sent. */
export function useDeleteDraft() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteDraft,
    onSuccess: () =>
      // Its page is still shown, and would read the draft again only to find it gone.
      cache.invalidateQueries({ queryKey: requestKeys.all(), refetchType: "none" }),
  });
}
