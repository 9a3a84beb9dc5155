import type { Take, Tape, TapedRequest } from "@sheaf/mocks/tape/tape";
import { tapedToken } from "@sheaf/mocks/tape/taped-token";

/** When every tape of these tests was made. */
export const tapedAt = "2026-03-04T05:06:07.000Z";

/** An access token as it stands on a tape. */
function accessToken(sessionId: string): string {
  const now = Date.parse(tapedAt) / 1000;
  return tapedToken({ sub: "u1", session_id: sessionId, iat: now, exp: now + 3600 });
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

/** Somebody presses the button behind a mailed link, and later keeps the session that it gave. */
export function signInTape(name: string): Tape {
  return {
    name,
    says: "Somebody signs in by a link.",
    at: tapedAt,
    opens: "/sign-in",
    takes: [
      {
        request: asked("navigation", "GET", "/auth/v1/verify", [
          ["redirect_to", "taped"],
          ["token", "taped"],
          ["type", "magiclink"],
        ]),
        answer: {
          status: 303,
          headers: {
            location:
              "http://localhost:3000/auth/callback?next=%2Finbox&sb_flow_id=of-the-recording&code=taped-code-1#",
          },
        },
      },
      answered(
        {
          ...asked("sidecar", "POST", "/auth/v1/token", [["grant_type", "pkce"]]),
          body: { json: { auth_code: "taped", code_verifier: "taped" } },
        },
        tapedSession(`session-of-${name}`),
      ),
      answered(asked("sidecar", "GET", "/auth/v1/user"), user),
    ],
  };
}

function asked(
  from: TapedRequest["from"],
  method: string,
  path: string,
  query: [string, string][] = [],
): TapedRequest {
  return { from, method, origin: "platform", path, query };
}

function answered(request: TapedRequest, json: unknown): Take {
  return {
    request,
    answer: { status: 200, headers: { "content-type": "application/json" }, body: { json } },
  };
}
