import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { announceOwnAction, takeOwnAction } from "../../lib/auth/own-action.ts";
import { dataClient } from "../../lib/data-client.ts";
import { accountKeys } from "./keys.ts";

interface Deletion {
  /** Ids of the workspaces shown to the user; the service refuses if the deletion would affect any other. */
  workspaces: string[];
}

async function deleteAccount({ workspaces }: Deletion): Promise<void> {
  // A check of the session may find the account gone before this response arrives.
  announceOwnAction("SIGNED_OUT", { reason: "account-deleted" });
  const { error } = await dataClient().rpc("delete_account", { workspaces });
  if (!error) return;
  takeOwnAction("SIGNED_OUT");
  throw toAppError(error);
}

/** Permanently deletes the account. After a refusal, the affected workspaces are refetched. */
export function useDeleteAccount() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: deleteAccount,
    onError: () => cache.invalidateQueries({ queryKey: accountKeys.all() }),
  });
}
