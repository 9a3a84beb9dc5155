import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { backupCodeKeys } from "./keys.ts";

async function fetchBackupCodesLeft(signal: AbortSignal): Promise<number> {
  const { data, error } = await dataClient().rpc("backup_codes_left").abortSignal(signal);
  if (error) throw toAppError(error);
  return data;
}

/** Number of unused backup codes. */
export function backupCodesLeftOptions({ userId }: { userId: string }) {
  return queryOptions({
    queryKey: backupCodeKeys.left(userId),
    queryFn: ({ signal }) => fetchBackupCodesLeft(signal),
  });
}
