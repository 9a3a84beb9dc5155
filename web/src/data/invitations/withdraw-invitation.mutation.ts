import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "../members/keys.ts";

async function withdraw({ id }: { id: string }): Promise<void> {
  const { error } = await dataClient().rpc("withdraw_invitation", { invitation: id });
  if (error) throw toAppError(error);
}

/** Ends an invitation; its link leads nowhere from then on. */
export function useWithdrawInvitation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: withdraw,
    onSettled: () => cache.invalidateQueries({ queryKey: memberKeys.all() }),
  });
}
