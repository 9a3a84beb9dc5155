import { jsonResponse } from "../json-response.ts";
import type { Respond } from "../tape/respond.ts";
import type { Tape } from "../tape/tape.ts";

const settings = "/auth/v1/settings";

/**
 * A signed-out user is sent to the sign-in page, which few tapes cover. The page then asks for Auth's settings; this
 * answers that only email sign-in is available.
 */
export function withSignInPage(respond: Respond, tape: Tape): Respond {
  const taped = tape.interactions.some(({ request }) => request.path === settings);
  return async (request) =>
    request.path === settings && !taped
      ? jsonResponse({ external: {}, passkeys_enabled: false })
      : respond(request);
}
