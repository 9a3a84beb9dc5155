import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { backupCodeKeys } from "./keys.ts";

async function createBackupCodes(): Promise<string[]> {
  const { data, error } = await platformClient().rpc("create_backup_codes");
  if (error) throw toAppError(error);
  return data;
}

/** Replaces all backup codes by ten new ones. They are in this answer only; the database stores hashes. */
export function useCreateBackupCodes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createBackupCodes,
    // The answer is a secret: nothing of it stays in the cache once the page has let go of it.
    gcTime: 0,
    onSuccess: () => cache.invalidateQueries({ queryKey: backupCodeKeys.all() }),
  });
}
