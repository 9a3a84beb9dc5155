import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { accountKeys } from "./keys.ts";

interface Deletion {
  /** Ids of the workspaces shown to the user; the service refuses if the deletion would affect any other. */
  workspaces: string[];
}

async function deleteAccount({ workspaces }: Deletion): Promise<void> {
  const { error } = await platformClient().rpc("delete_account", { workspaces });
  if (error) throw toAppError(error);
}

/** Permanently deletes the account. After a refusal, the affected workspaces are refetched. */
export function useDeleteAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteAccount,
    onError: () => cache.invalidateQueries({ queryKey: accountKeys.all() }),
  });
}
