import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { workspaceKeys } from "../workspaces/keys.ts";

interface RetentionInput {
  workspaceId: string;
  /** Null: for good. */
  days: number | null;
  /** Null: as long as the others. */
  sensitiveDays: number | null;
}

async function setRetention({ workspaceId, days, sensitiveDays }: RetentionInput): Promise<void> {
  const { error } = await dataClient().rpc("set_retention", {
    workspace: workspaceId,
    // Null stands for a number, which the generated types don't say.
    days: days as number,
    sensitive_days: sensitiveDays as number,
  });
  if (error) throw toAppError(error);
}

/** Sets how long a workspace keeps files and answers. Fewer days need a fresh proof of the act `retention`. */
export function useSetRetention() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setRetention,
    onSuccess: () => cache.invalidateQueries({ queryKey: workspaceKeys.all() }),
  });
}
