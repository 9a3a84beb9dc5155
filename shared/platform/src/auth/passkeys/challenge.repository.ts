import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";

/** Lifetime of a challenge, the service's default. Milliseconds. */
const lifetimeMs = 300_000;

export type Ceremony = "registration" | "authentication";

/** A challenge to sign. */
export type ChallengeRow = {
  id: string;
  session_data: { challenge: string };
  expires_at: Date;
};

/** @param userId undefined for a sign-in, where the passkey names the user. */
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
  if (!row) throw new Error("A new challenge disappeared within its transaction");
  return row;
}

/** Deletes the challenge with its first answer, right or wrong, so no signature works twice. */
export async function consumeChallenge(
  query: Query,
  input: { id: string; ceremony: Ceremony; userId: string | undefined },
): Promise<ChallengeRow | undefined> {
  const { rows } = await query<ChallengeRow>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid returning *`,
    [input.id, input.ceremony, input.userId ?? null],
  );
  return rows[0];
}
