import { TOTP } from "otpauth";
import { ask, type TestResponse, type Session } from "./auth.client.ts";

export interface Enrolled {
  id: string;
  secret: string;
  uri: string;
  qrCode: string;
}

export function enrol(token: string, friendly_name = "Phone"): Promise<TestResponse> {
  return ask("POST", "/factors", { token, body: { factor_type: "totp", friendly_name } });
}

export function enrolledBy({ status, body }: TestResponse): Enrolled {
  if (status !== 200) throw new Error(`Enrolling answered ${status}`);
  const { id, totp } = body as { id: string; totp: { secret: string; uri: string; qr_code: string } };
  return { id, secret: totp.secret, uri: totp.uri, qrCode: totp.qr_code };
}

export interface Challenge {
  id: string;
  /** The platform's time at the challenge, which may differ from the machine's. Milliseconds. */
  createdAt: number;
}

const challengeLifeMs = 300_000;

export async function challenge(token: string, factorId: string): Promise<Challenge> {
  const { status, body } = await ask("POST", `/factors/${factorId}/challenge`, { token });
  if (status !== 200) throw new Error(`The challenge answered ${status}`);
  const { id, expires_at } = body as { id: string; expires_at: number };
  return { id, createdAt: expires_at * 1000 - challengeLifeMs };
}

/** The app's code at that time. @param steps lead of the app's clock, in steps of 30 seconds. */
export function codeAt(secret: string, atMs: number, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: atMs + steps * 30_000 });
}

/** A code that is wrong in every accepted time step. */
export function wrongCode(secret: string, atMs: number): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secret, atMs, steps)));
  const code = ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (candidate) => !right.has(candidate),
  );
  if (!code) throw new Error("Five codes cannot be six");
  return code;
}

export function verifyChallenge(
  token: string,
  factorId: string,
  body: { challenge_id: string; code: string },
): Promise<TestResponse> {
  return ask("POST", `/factors/${factorId}/verify`, { token, body });
}

/** Answers a new challenge with the right code and returns the raised session. */
export async function pass(token: string, factor: Pick<Enrolled, "id" | "secret">): Promise<Session> {
  const { id, createdAt } = await challenge(token, factor.id);
  const code = codeAt(factor.secret, createdAt);
  const { status, body } = await verifyChallenge(token, factor.id, { challenge_id: id, code });
  if (status !== 200) throw new Error(`The second factor answered ${status}`);
  return body as Session;
}

/** Enrolls and verifies a factor; returns it with the session at `aal2`. */
export async function withFactor(session: Session, name?: string) {
  const factor = enrolledBy(await enrol(session.access_token, name));
  return { factor, session: await pass(session.access_token, factor) };
}
