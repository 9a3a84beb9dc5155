import { toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { withSessionToken } from "./session-token.ts";
import { storageRefusal } from "./storage-refusal.ts";

/** Whoever takes a file back waits no longer for the file service than this. Milliseconds. */
const patience = 5000;

/**
 * Has the file service drop what arrived of an upload that nobody goes on with.
 *
 * @throws AppError `AccessDenied`, `network.unreachable` …; what stays is dropped by its age.
 */
export function endUpload({ uploadUrl }: { uploadUrl: string }): Promise<void> {
  return withSessionToken(async (token) => {
    const answer = await ask(uploadUrl, token);
    const refusal = storageRefusal({ status: answer.status, body: await answer.text() });
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
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    throw toAppError(error);
  }
}
