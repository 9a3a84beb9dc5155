import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import type { Interaction, Tape } from "../tape/tape.ts";
import { unsignedToken } from "../tape/unsigned-token.ts";
import { tapeHandler } from "./tape-handler.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const recordedAt = "2026-11-21T12:00:00.000Z";
const atSeconds = Date.parse(recordedAt) / 1000;

const sessionOf = (email: string, claims = {}) => ({
  access_token: unsignedToken({ sub: email, session_id: "s1", exp: atSeconds - 600, ...claims }),
  token_type: "bearer",
  expires_in: 3600,
  expires_at: atSeconds - 600,
  refresh_token: "taped-1",
  user: { id: email, email, aud: "authenticated" },
});

const authInteraction = (path: string, answers: unknown, from: "page" | "sidecar" = "page"): Interaction => ({
  request: {
    from,
    method: "POST",
    origin: "platform",
    path: `/auth/v1/${path}`,
    query: path === "token" ? [["grant_type", "refresh_token"]] : [],
    body: { json: path === "token" ? { refresh_token: "taped" } : { token: "taped" } },
  },
  response: { status: 200, headers: { "content-type": "application/json" }, body: { json: answers } },
});

const tapeOf = (parts: Partial<Tape>): Tape => ({
  name: "a-tape",
  description: "Something.",
  recordedAt,
  startPath: "/",
  interactions: [],
  ...parts,
});

/** Uses a new token each time, because the client remembers refused ones for a while. */
async function renew() {
  const { auth } = createClient(platformUrl, "public-key", {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return auth.refreshSession({ refresh_token: crypto.randomUUID() });
}

const post = async (path: string) => {
  const headers = { "content-type": "application/json" };
  await fetch(`${platformUrl}/auth/v1/${path}`, { method: "POST", headers, body: '{"token":"1"}' });
};

describe.each(["expired", "clock-off"] as const)("with %s a session is renewed", (scenario) => {
  const play = (parts: Partial<Tape>) => mocks.use(tapeHandler(tapeOf(parts), { scenario }));

  test("if the browser started with it, for one hour", async () => {
    play({ session: sessionOf("nora@okafor.example", { aal: "aal2" }) });
    const { session } = (await renew()).data;
    expect(session).toMatchObject({
      expires_at: atSeconds + 3601,
      refresh_token: "taped-renewed-1",
      user: { email: "nora@okafor.example" },
    });
    const [, claims = "", signature] = session?.access_token.split(".") ?? [];
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      aal: "aal2",
      exp: atSeconds + 3601,
      iat: atSeconds + 1,
      session_id: "s1",
      sub: "nora@okafor.example",
    });
    expect(signature).toBe("taped-signature");
    const second = (await renew()).data.session;
    expect(second?.refresh_token).toBe("taped-renewed-2");
    expect(second?.access_token).not.toBe(session?.access_token);
  });

  test("if the user has signed in since", async () => {
    play({
      session: sessionOf("nora@okafor.example"),
      interactions: [authInteraction("verify", sessionOf("anna@lind.example"))],
    });
    await post("verify");
    expect((await renew()).data.user?.email).toBe("anna@lind.example");
  });

  test("if the sidecar created it on a tape that starts signed out", async () => {
    play({ interactions: [authInteraction("verify", sessionOf("joel@tamm.example"), "sidecar")] });
    expect((await renew()).data.user?.email).toBe("joel@tamm.example");
  });

  test("with the recorded renewals first, then with generated ones", async () => {
    const taped = { ...sessionOf("sofia@brandt.example"), refresh_token: "taped-7" };
    play({ session: sessionOf("nora@okafor.example"), interactions: [authInteraction("token", taped)] });
    expect((await renew()).data.session?.refresh_token).toBe("taped-7");
    const { session } = (await renew()).data;
    expect(session).toMatchObject({
      refresh_token: "taped-renewed-2",
      user: { email: "sofia@brandt.example" },
    });
  });

  test("never on a tape without a session", async () => {
    play({});
    expect((await renew()).error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  });
});
