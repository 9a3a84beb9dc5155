import * as v from "valibot";
import { jsonResponse } from "../json-response.ts";
import { decodeBase64Url } from "../base64url.ts";
import type { Respond } from "../tape/respond.ts";
import type { Tape } from "../tape/tape.ts";
import { unsignedToken } from "../tape/unsigned-token.ts";
import { isRefresh, isRequestTo, refused } from "./refusals.ts";

const Session = v.looseObject({ access_token: v.string() });
type Session = v.InferOutput<typeof Session>;

/** Lifetime of a renewed session in seconds, from the tape's time on. */
const lifetime = 3600;

/**
 * Renews the session on every request, even if the tape has no renewal: first with the renewals on the tape, then with
 * the latest session. Fails if the tape has no session.
 */
export function withRenewals(respond: Respond, tape: Tape): Respond {
  let latest: Session | undefined;
  let renewalCount = 0;
  return async (request) => {
    if (isRefresh(request)) {
      renewalCount += 1;
      const taped = tape.interactions.filter(
        (interaction) => isRefresh(interaction.request) && interaction.request.from === request.from,
      ).length;
      const session = latest ?? sessionOn(tape);
      if (renewalCount > taped) {
        return session
          ? jsonResponse(renewed(session, { at: tape.recordedAt, number: renewalCount }))
          : refused(request, { status: 400, code: "refresh_token_not_found" });
      }
    }
    const played = await respond(request);
    if (isRequestTo("auth", request)) latest = (await sessionIn(played)) ?? latest;
    return played;
  };
}

/** True if the tape has a session, at the start or later. Without one, none can expire. */
export function hasSession(tape: Tape): boolean {
  return sessionOn(tape) !== undefined;
}

/** The session at the start of the tape; otherwise the latest one in a response, including the sidecar's. */
function sessionOn({ session, interactions }: Tape): Session | undefined {
  const answers = interactions
    .filter(({ request }) => isRequestTo("auth", request))
    .map(({ response: { body } }) => readSession(body && "json" in body ? body.json : undefined));
  return readSession(session) ?? answers.findLast((found) => found !== undefined);
}

async function sessionIn(played: Response): Promise<Session | undefined> {
  if (!played.ok) return undefined;
  return readSession(
    await played
      .clone()
      .json()
      .catch(() => undefined),
  );
}

function readSession(json: unknown): Session | undefined {
  const read = v.safeParse(Session, json);
  return read.success ? read.output : undefined;
}

/** The same user and claims for another hour. Each is issued a second later, so that no two tokens are equal. */
function renewed(session: Session, { at, number }: { at: string; number: number }) {
  const iat = Math.floor(Date.parse(at) / 1000) + number;
  const exp = iat + lifetime;
  const [, part = ""] = session.access_token.split(".");
  return {
    ...session,
    access_token: unsignedToken({ ...JSON.parse(decodeBase64Url(part)), iat, exp }),
    expires_in: lifetime,
    expires_at: exp,
    refresh_token: `taped-renewed-${number}`,
  };
}
