import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Renews the session before its time, so that it tells what has changed about its factors. Never from a listener of
 * the auth client: inside one it waits for itself.
 *
 * @throws AppError
 */
export async function refreshSession(): Promise<void> {
  const { error } = await platformClient().auth.refreshSession();
  if (error) throw toAppError(error);
}

export function useRefreshSession() {
  return useMutation({ mutationFn: refreshSession });
}
