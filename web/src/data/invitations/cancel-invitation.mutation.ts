import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "../members/keys.ts";

async function cancel({ id }: { id: string }): Promise<void> {
  const { error } = await dataClient().rpc("cancel_invitation", { invitation: id });
  if (error) throw toAppError(error);
}

/** Ends an invitation; its link doesn't work from then on. */
export function useCancelInvitation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: cancel,
    // Not awaited: the refetch may remove the row or dialog that waits for the outcome.
    onSettled: () => void cache.invalidateQueries({ queryKey: memberKeys.all() }),
  });
}
