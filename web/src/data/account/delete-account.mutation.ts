import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { accountKeys } from "./keys.ts";

interface Deletion {
  /** Ids of the workspaces that the person has read about; the service refuses when another one would go. */
  workspaces: string[];
}

async function deleteAccount({ workspaces }: Deletion): Promise<void> {
  const { error } = await platformClient().rpc("delete_account", { workspaces });
  if (error) throw toAppError(error);
}

/** Deletes the person's account for good. What stands in the way is read again when it was refused. */
export function useDeleteAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteAccount,
    onError: () => cache.invalidateQueries({ queryKey: accountKeys.all() }),
  });
}
