import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { backupCodeKeys } from "./keys.ts";

async function createBackupCodes(): Promise<string[]> {
  const { data, error } = await dataClient().rpc("create_backup_codes");
  if (error) throw toAppError(error);
  return data;
}

/** Replaces all backup codes by ten new ones. They are in this response only; the database stores hashes. */
export function useCreateBackupCodes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createBackupCodes,
    // The response is secret and is removed from the cache once the page no longer uses it.
    gcTime: 0,
    onSuccess: () => cache.invalidateQueries({ queryKey: backupCodeKeys.all() }),
  });
}
