import { toAppError } from "../../../lib/errors.ts";
import { pageConfig } from "../../../lib/page-config.ts";
import { withSessionToken } from "./session-token.ts";
import { storageRefusal } from "./storage-refusal.ts";

/** Removing a file waits no longer than this for Storage. Milliseconds. */
const timeoutMs = 5000;

/**
 * Ends a resumable upload and deletes its received parts.
 *
 * @throws AppError `AccessDenied`, `network.unreachable` …; remaining parts expire by age.
 */
export function endUpload({ uploadUrl }: { uploadUrl: string }): Promise<void> {
  return withSessionToken(async (token) => {
    const response = await ask(uploadUrl, token);
    const refusal = storageRefusal({ status: response.status, body: await response.text() });
    if (refusal) throw refusal;
  });
}

async function ask(uploadUrl: string, token: string): Promise<Response> {
  try {
    return await fetch(uploadUrl, {
      method: "DELETE",
      headers: {
        apikey: pageConfig().publishableKey,
        authorization: `Bearer ${token}`,
        "tus-resumable": "1.0.0",
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw toAppError(error);
  }
}
