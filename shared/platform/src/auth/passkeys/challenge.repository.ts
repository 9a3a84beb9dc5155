import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";

/** Life of a challenge, the service's default. Milliseconds. */
const lifetimeMs = 300_000;

export type Ceremony = "registration" | "authentication";

/** What must be signed, for whom and until when. */
export type ChallengeRow = {
  id: string;
  session_data: { challenge: string };
  expires_at: Date;
};

/** @param userId undefined where the passkey itself will say whose it is. */
export async function insertChallenge(
  query: Query,
  challenge: { userId: string | undefined; ceremony: Ceremony; challenge: string; rpId: string; now: Date },
): Promise<ChallengeRow> {
  const { userId, ceremony, now } = challenge;
  const data = { challenge: challenge.challenge, rpId: challenge.rpId, userVerification: "preferred" };
  const { rows } = await query<ChallengeRow>(
    `insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning *`,
    [randomUUID(), userId ?? null, ceremony, JSON.stringify(data), now, new Date(now.getTime() + lifetimeMs)],
  );
  const row = rows[0];
  if (!row) throw new Error("A challenge that was just written is not there");
  return row;
}

/** Takes the challenge away with the first answer to it, right or wrong: nothing signed works twice. */
export async function consumeChallenge(
  query: Query,
  wanted: { id: string; ceremony: Ceremony; userId: string | undefined },
): Promise<ChallengeRow | undefined> {
  const { rows } = await query<ChallengeRow>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid returning *`,
    [wanted.id, wanted.ceremony, wanted.userId ?? null],
  );
  return rows[0];
}
