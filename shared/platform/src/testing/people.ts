import type { Platform } from "../platform.ts";
import { askAuth } from "./ask-auth.ts";

/** What someone who is signed in holds. */
export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string };
}

/** Signs someone in by the mailed code. @throws where the platform refuses. */
export async function signInByCode(platform: Platform, email: string): Promise<Session> {
  await askAuth(platform, { method: "POST", path: "/otp", body: { email } });
  const token = /\b\d{6,10}\b/.exec((await platform.mailbox.latest(email)).text)?.[0];
  const body = { type: "email", email, token };
  const answer = await askAuth(platform, { method: "POST", path: "/verify", body });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}`);
  return answer.body as Session;
}

/** Trades the refresh token for the next one. */
export function refresh(platform: Platform, refresh_token: string) {
  return askAuth(platform, {
    method: "POST",
    path: "/token?grant_type=refresh_token",
    body: { refresh_token },
  });
}
