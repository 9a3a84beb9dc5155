import type { MemberRole } from "@sheaf/contract/states";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberKeys } from "../members/keys.ts";

interface NewInvitation {
  workspaceId: string;
  email: string;
  role: MemberRole;
}

async function invite({ workspaceId, email, role }: NewInvitation): Promise<void> {
  const { error } = await dataClient().rpc("invite_member", { workspace: workspaceId, email, role });
  if (error) throw toAppError(error);
}

/** Emails an invitation to a workspace. Any role above member needs a fresh proof of the act `roles`. */
export function useInvite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: invite,
    // Not awaited: the refetch may remove the row or dialog that waits for the outcome.
    onSuccess: () => void cache.invalidateQueries({ queryKey: memberKeys.all() }),
  });
}
