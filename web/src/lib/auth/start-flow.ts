import { flowMarkerMaxAge, startedFlowId } from "@sheaf/contract/cookies";
import { type CallbackType, sidecarPaths } from "@sheaf/contract/sidecar";
import { ownCookieNames, readCookies, writeCookie } from "../cookies.ts";
import { toAppError } from "../errors.ts";

interface Arrival {
  /** Path of this site to open afterwards. */
  next: string;
  type?: CallbackType | undefined;
}

/** URL of the sidecar's callback, which an emailed link or a provider leads back to. */
export function callbackUrl({ next, type }: Arrival): string {
  const callback = new URL(sidecarPaths.callback, location.origin);
  callback.searchParams.set("next", next);
  if (type) callback.searchParams.set("type", type);
  return callback.href;
}

/**
 * Starts an email or provider flow that ends at the sidecar's callback, and marks it as fresh so that the sidecar
 * exchanges it in this browser.
 *
 * @param ask makes the call with the callback URL.
 * @throws AppError
 */
export async function startFlow<Answer extends { error: unknown }>(
  { next, type }: Arrival,
  ask: (redirectTo: string) => Promise<Answer>,
): Promise<Answer> {
  const before = readCookies();
  const response = await ask(callbackUrl({ next, type })).catch((error: unknown) => {
    throw toAppError(error);
  });
  if (response.error) throw toAppError(response.error);
  const names = ownCookieNames();
  const id = startedFlowId(names, before.keys(), readCookies().keys());
  if (id) writeCookie(names.flow + id, "1", flowMarkerMaxAge);
  return response;
}
