import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PlatformDouble {
  url: string;
  /** `METHOD path?query` of every call so far. */
  calls: string[];
  /** Sets the handler for subsequent calls. */
  respondWith(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  stop(): void;
}

/** A platform that responds as the test specifies: quickly, late, malformed or never. */
export async function startPlatformDouble(): Promise<PlatformDouble> {
  const calls: string[] = [];
  let handler = (_request: IncomingMessage, response: ServerResponse): void => refuseCode(response);
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.resume();
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    respondWith: (next) => {
      handler = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Auth's response to an unknown code. */
export function refuseCode(response: ServerResponse): void {
  const body = { code: "flow_state_not_found", message: "invalid flow state, no valid flow state found" };
  response.writeHead(404, { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" });
  response.end(JSON.stringify(body));
}

/** A session as Auth returns it for a code. */
export function giveSession(response: ServerResponse): void {
  const claims = Buffer.from(JSON.stringify({ sub: "1", session_id: "2", exp: 4_000_000_000 }));
  const session = {
    access_token: `e30.${claims.toString("base64url")}.c2ln`,
    refresh_token: "refresh-secret",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user: { id: "1", aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "" },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(session));
}

/** Auth's public settings. */
export function respondWithSettings(
  response: ServerResponse,
  options: { mailer_autoconfirm: boolean; anonymous_users: boolean },
): void {
  const { mailer_autoconfirm, anonymous_users } = options;
  const settings = { external: { email: true, anonymous_users }, disable_signup: false, mailer_autoconfirm };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(settings));
}
