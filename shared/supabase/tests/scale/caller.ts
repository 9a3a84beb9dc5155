import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/platform";
import { localKeys, signToken } from "@sheaf/platform/keys";

/** A person with a session. */
export interface Caller {
  userId: string;
  claims: Record<string, unknown>;
  token: string;
}

/** Creates an account with one session by SQL. */
export async function createCaller(database: Database): Promise<Caller> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  await database.as("supabase_admin", {}, async (query) => {
    await query(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, now(), now(), now())`,
      [userId, `${userId}@scale.example`],
    );
    await query(
      "insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, 'aal1', now(), now())",
      [sessionId, userId],
    );
    await query("insert into public.profiles (user_id, display_name) values ($1, 'Some One')", [userId]);
  });
  const claims = {
    sub: userId,
    role: "authenticated",
    aud: "authenticated",
    session_id: sessionId,
    aal: "aal1",
    is_anonymous: false,
    exp: Math.floor(Date.now() / 1000) + 24 * 3600,
  };
  return { userId, claims, token: signToken(claims, localKeys.jwtSecret) };
}
