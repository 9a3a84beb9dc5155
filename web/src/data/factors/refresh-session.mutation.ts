import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Refreshes the session early to pick up changed factors. Don't call it from an auth client listener: the client waits
 * for its listeners, so the call would deadlock.
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
