import { findCodeAndLink } from "../email/code-and-link.ts";
import type { Platform } from "../platform.ts";
import { callAuth } from "./call-auth.ts";

/** Session of a signed-in user. */
export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string };
}

/** Signs a user in with the emailed code. @throws if the platform rejects it. */
export async function signInByCode(platform: Platform, email: string): Promise<Session> {
  await callAuth(platform, { method: "POST", path: "/otp", body: { email } });
  const token = findCodeAndLink(await platform.mailbox.latest(email)).code;
  const body = { type: "email", email, token };
  const response = await callAuth(platform, { method: "POST", path: "/verify", body });
  if (response.status !== 200) throw new Error(`Sign-in answered ${response.status}`);
  return response.body as Session;
}

/** Exchanges the refresh token for a new session. */
export function refresh(platform: Platform, refresh_token: string) {
  return callAuth(platform, {
    method: "POST",
    path: "/token?grant_type=refresh_token",
    body: { refresh_token },
  });
}
