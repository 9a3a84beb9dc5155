import type { Who } from "./session.models.ts";

type Parts = Readonly<Record<string, unknown>>;

/**
 * Who a session belongs to, from the session as it is stored: `{ access_token, user }`.
 *
 * The token is read and not verified: this decides what the page shows, never what anyone may see.
 */
export function whoOf(session: unknown): Who | null {
  const { access_token: token, user } = partsOf(session);
  const { sub, session_id: sessionId, aal: level } = partsOf(decodeJson(String(token).split(".")[1] ?? ""));
  if (typeof sub !== "string" || typeof sessionId !== "string") return null;
  const { email, factors } = partsOf(user);
  const aal = level === "aal2" ? "aal2" : "aal1";
  const hasFactor =
    Array.isArray(factors) && factors.some((factor) => partsOf(factor)["status"] === "verified");
  return {
    userId: sub,
    email: typeof email === "string" ? email : "",
    sessionId,
    aal,
    needsSecondFactor: hasFactor && aal === "aal1",
  };
}

/** JSON in base64url, or undefined when it is neither. */
export function decodeJson(base64url: string): unknown {
  try {
    const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Everything here comes from a cookie that anyone may have written, so each part is looked at before use. */
export function partsOf(value: unknown): Parts {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
