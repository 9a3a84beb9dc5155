import * as v from "valibot";
import type { Who } from "./session.models.ts";

const Claims = v.object({
  sub: v.string(),
  session_id: v.string(),
  aal: v.fallback(v.picklist(["aal1", "aal2"]), "aal1"),
});

const Session = v.object({
  access_token: v.string(),
  user: v.optional(
    v.object({
      email: v.optional(v.string()),
      factors: v.optional(v.array(v.object({ status: v.string() }))),
    }),
  ),
});

/**
 * Who a session belongs to, from the session as it is stored: `{ access_token, user }`.
 *
 * The token is read and not verified: this decides what the page shows, never what anyone may see.
 */
export function whoOf(session: unknown): Who | null {
  const parsed = v.safeParse(Session, session);
  if (!parsed.success) return null;
  const { access_token, user } = parsed.output;
  const claims = v.safeParse(Claims, payloadOf(access_token));
  if (!claims.success) return null;
  const { sub, session_id, aal } = claims.output;
  const hasFactor = user?.factors?.some((factor) => factor.status === "verified") ?? false;
  return {
    userId: sub,
    email: user?.email ?? "",
    sessionId: session_id,
    aal,
    needsSecondFactor: hasFactor && aal === "aal1",
  };
}

function payloadOf(token: string): unknown {
  return decodeJson(token.split(".")[1] ?? "");
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
