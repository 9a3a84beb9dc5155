import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { hasVerifiedFactor } from "../factors/factor.repository.ts";
import { listSessions, type SessionRow } from "./session.repository.ts";
import type { AuthSettings } from "../settings.ts";

/** Facts about a session that are not in its row. */
interface SessionFacts {
  now: Date;
  /** Time at which the current refresh token was issued or used; undefined for other sessions. */
  tokenTime: Date | undefined;
  /** True if the user has a verified factor. */
  twoFactors: boolean;
}

/**
 * Refuses a session that expired, or that a newer session of the same user replaced.
 *
 * @param tokenTime when its refresh token was issued or used.
 * @throws `session_expired`.
 */
export async function requireActiveSession(
  deps: AuthDeps,
  { query, now }: Unit,
  facts: { session: SessionRow; tokenTime: Date },
): Promise<void> {
  const { settings } = deps;
  const { session, tokenTime } = facts;
  const userId = session.user_id;
  const twoFactors = settings.lowAalTimeout > 0 && (await hasVerifiedFactor(query, userId));
  const end = endOf(session, settings, { now, tokenTime, twoFactors });
  if (end !== undefined) throw expired(end);
  if (!settings.singleSessionPerUser) return;
  const lastUse = lastUseOf(session, tokenTime);
  for (const other of await listSessions(query, userId)) {
    const alive = endOf(other, settings, { now, tokenTime: undefined, twoFactors }) === undefined;
    if (other.id !== session.id && alive && lastUseOf(other, undefined) > lastUse) {
      throw expired(" (Revoked by Newer Login)");
    }
  }
}

/** Reason at the end of the message; undefined while the session is valid. */
function endOf(session: SessionRow, settings: AuthSettings, known: SessionFacts): string | undefined {
  const { now, tokenTime, twoFactors } = known;
  const { timebox, inactivityTimeout } = settings.sessions;
  if (session.not_after && now > session.not_after) return "";
  if (isOver(timebox, session.created_at, now)) return "";
  if (isOver(inactivityTimeout, lastUseOf(session, tokenTime), now)) return " (Inactivity)";
  const low = twoFactors && session.aal === "aal1" && isOver(settings.lowAalTimeout, session.created_at, now);
  return low ? " (Low AAL: User Needs MFA Verification)" : undefined;
}

/** @param seconds 0 never expires. */
function isOver(seconds: number, since: Date, now: Date): boolean {
  return seconds > 0 && now.getTime() > since.getTime() + seconds * 1000;
}

/** Last refresh or, before the first one, the latest known activity. */
function lastUseOf(session: SessionRow, tokenTime: Date | undefined): Date {
  if (session.last_refreshed_at) return session.last_refreshed_at;
  return tokenTime && tokenTime > session.created_at ? tokenTime : session.created_at;
}

function expired(why: string): AuthError {
  return new AuthError(400, "session_expired", `Invalid Refresh Token: Session Expired${why}`);
}
