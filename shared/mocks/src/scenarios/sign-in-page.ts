import { answer } from "../answer.ts";
import type { Play } from "../tape/play.ts";
import type { Tape } from "../tape/tape.ts";

const settings = "/auth/v1/settings";

/**
 * Whoever is not let in comes to the sign-in page, which few tapes show: there it asks what Auth offers besides the
 * mail, and the answer is nothing.
 */
export function withSignInPage(play: Play, tape: Tape): Play {
  const taped = tape.takes.some(({ request }) => request.path === settings);
  return async (request) =>
    request.path === settings && !taped ? answer({ external: {}, passkeys_enabled: false }) : play(request);
}
