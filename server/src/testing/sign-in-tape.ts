import type { Interaction, Tape, RecordedRequest } from "@sheaf/mocks/tape/tape";
import { unsignedToken } from "@sheaf/mocks/tape/unsigned-token";

/** Recording time of all tapes in these tests. */
export const tapedAt = "2026-03-04T05:06:07.000Z";

/** An access token in the form that tapes have. */
function accessToken(sessionId: string): string {
  const now = Date.parse(tapedAt) / 1000;
  return unsignedToken({ sub: "u1", session_id: sessionId, iat: now, exp: now + 3600 });
}

export function tapedSession(sessionId: string) {
  return {
    access_token: accessToken(sessionId),
    refresh_token: "taped-1",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: Date.parse(tapedAt) / 1000 + 3600,
    user,
  };
}

const user = { id: "u1", aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: tapedAt };

/** Confirming an emailed sign-in link, and a later renewal of the session cookie. */
export function signInTape(name: string): Tape {
  return {
    name,
    description: "Somebody signs in by a link.",
    recordedAt: tapedAt,
    startPath: "/sign-in",
    interactions: [
      {
        request: recordedRequest("navigation", "GET", "/auth/v1/verify", [
          ["redirect_to", "taped"],
          ["token", "taped"],
          ["type", "magiclink"],
        ]),
        response: {
          status: 303,
          headers: {
            location:
              "http://localhost:3000/auth/callback?next=%2Finbox&sb_flow_id=of-the-recording&code=taped-code-1#",
          },
        },
      },
      recordedInteraction(
        {
          ...recordedRequest("sidecar", "POST", "/auth/v1/token", [["grant_type", "pkce"]]),
          body: { json: { auth_code: "taped", code_verifier: "taped" } },
        },
        tapedSession(`session-of-${name}`),
      ),
      recordedInteraction(recordedRequest("sidecar", "GET", "/auth/v1/user"), user),
    ],
  };
}

function recordedRequest(
  from: RecordedRequest["from"],
  method: string,
  path: string,
  query: [string, string][] = [],
): RecordedRequest {
  return { from, method, origin: "platform", path, query };
}

function recordedInteraction(request: RecordedRequest, json: unknown): Interaction {
  return {
    request,
    response: { status: 200, headers: { "content-type": "application/json" }, body: { json } },
  };
}
