import * as v from "valibot";
import { answer } from "../answer.ts";
import { decodeBase64Url } from "../base64url.ts";
import type { Play } from "../tape/play.ts";
import type { Tape } from "../tape/tape.ts";
import { tapedToken } from "../tape/taped-token.ts";
import { asks, isRefresh, refused } from "./refusals.ts";

const Session = v.looseObject({ access_token: v.string() });
type Session = v.InferOutput<typeof Session>;

/** Seconds that a renewed session is good for, from the tape's time on. */
const lifetime = 3600;

/**
 * Auth renews the session whenever it is asked, though nobody may have renewed it on the tape: first as often as the
 * tape does, then with the session that was answered last. Where the tape knows of none it refuses.
 */
export function withRenewals(play: Play, tape: Tape): Play {
  let latest: Session | undefined;
  let asked = 0;
  return async (request) => {
    if (isRefresh(request)) {
      asked += 1;
      const taped = tape.takes.filter(
        (take) => isRefresh(take.request) && take.request.from === request.from,
      ).length;
      const session = latest ?? sessionOn(tape);
      if (asked > taped) {
        return session
          ? answer(renewed(session, { at: tape.at, number: asked }))
          : refused(request, { status: 400, code: "refresh_token_not_found" });
      }
    }
    const played = await play(request);
    if (asks("auth", request)) latest = (await sessionIn(played)) ?? latest;
    return played;
  };
}

/** Whether anybody is signed in on a tape, at its beginning or later. Where nobody is, no session can be old. */
export function hasSession(tape: Tape): boolean {
  return sessionOn(tape) !== undefined;
}

/** The session that the browser begins with; else the last one that somebody got, the sidecar's among them. */
function sessionOn({ session, takes }: Tape): Session | undefined {
  const answers = takes
    .filter(({ request }) => asks("auth", request))
    .map(({ answer: { body } }) => readSession(body && "json" in body ? body.json : undefined));
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

/** The same person and the same claims, for another hour; each a second later, so that no token is like another. */
function renewed(session: Session, { at, number }: { at: string; number: number }) {
  const iat = Math.floor(Date.parse(at) / 1000) + number;
  const exp = iat + lifetime;
  const [, part = ""] = session.access_token.split(".");
  return {
    ...session,
    access_token: tapedToken({ ...JSON.parse(decodeBase64Url(part)), iat, exp }),
    expires_in: lifetime,
    expires_at: exp,
    refresh_token: `taped-renewed-${number}`,
  };
}
