import { useMutation, useQueryClient } from "@tanstack/react-query";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { refreshSession } from "../factors/refresh-session.mutation.ts";

export async function consumeBackupCode({ code }: { code: string }): Promise<void> {
  const { data, error } = await dataClient().rpc("use_backup_code", { code });
  if (error) throw toAppError(error);
  if (data !== "used") {
    // The call has succeeded, so nothing else has loaded its text.
    await loadErrorTexts();
    throw new AppError(`backup_code.${data}`);
  }
  // The new session says that an authenticator app has to be set up.
  await refreshSession();
}

/**
 * Removes the account's authenticator apps and signs out every other device; a new app has to be set up next. Fails
 * with `backup_code.wrong` or, after five wrong codes in an hour, `backup_code.limited`.
 */
export function useConsumeBackupCode() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: consumeBackupCode,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
