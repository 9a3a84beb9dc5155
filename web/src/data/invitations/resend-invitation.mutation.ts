import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "../members/keys.ts";

async function resend({ id }: { id: string }): Promise<void> {
  const { error } = await dataClient().rpc("resend_invitation", { invitation: id });
  if (error) throw toAppError(error);
}

/** Emails an invitation again and extends it. One to a role above member may need a fresh proof of the act `roles`. */
export function useResendInvitation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: resend,
    // Not awaited: the refetch may remove the row or dialog that waits for the outcome.
    onSettled: () => void cache.invalidateQueries({ queryKey: memberKeys.all() }),
  });
}
