import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "./keys.ts";

interface Requirement {
  workspaceId: string;
  isRequired: boolean;
}

async function requireSecondFactor({ workspaceId, isRequired }: Requirement): Promise<void> {
  const { error } = await dataClient().rpc("set_second_factor_requirement", {
    workspace: workspaceId,
    required: isRequired,
  });
  if (error) throw toAppError(error);
}

/**
 * Demands a second factor from members, or no longer. Needs a session that has passed one, and a fresh proof of the act
 * `second_factor_requirement`.
 */
export function useRequireSecondFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: requireSecondFactor,
    // Not awaited: the refetch may remove the row or dialog that waits for the outcome.
    onSuccess: () => void cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}
