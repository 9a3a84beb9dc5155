import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMockServer } from "../node.ts";
import type { Take, Tape } from "../tape/tape.ts";
import { tapedToken } from "../tape/taped-token.ts";
import { tapePlays } from "./tape-plays.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

const at = "2026-11-21T12:00:00.000Z";
const atSeconds = Date.parse(at) / 1000;

const sessionOf = (email: string, claims = {}) => ({
  access_token: tapedToken({ sub: email, session_id: "s1", exp: atSeconds - 600, ...claims }),
  token_type: "bearer",
  expires_in: 3600,
  expires_at: atSeconds - 600,
  refresh_token: "taped-1",
  user: { id: email, email, aud: "authenticated" },
});

const authTake = (path: string, answers: unknown, from: "page" | "sidecar" = "page"): Take => ({
  request: {
    from,
    method: "POST",
    origin: "platform",
    path: `/auth/v1/${path}`,
    query: path === "token" ? [["grant_type", "refresh_token"]] : [],
    body: { json: path === "token" ? { refresh_token: "taped" } : { token: "taped" } },
  },
  answer: { status: 200, headers: { "content-type": "application/json" }, body: { json: answers } },
});

const tapeOf = (parts: Partial<Tape>): Tape => ({
  name: "a-tape",
  says: "Something.",
  at,
  opens: "/",
  takes: [],
  ...parts,
});

/** Each time by another token: the client remembers for a while which ones were refused. */
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

describe.each(["expired", "clock-off"] as const)("under %s a session is renewed", (scenario) => {
  const play = (parts: Partial<Tape>) => mocks.use(tapePlays(tapeOf(parts), { scenario }));

  test("that the browser began with, for an hour from then on", async () => {
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

  test("that somebody signed in to meanwhile", async () => {
    play({
      session: sessionOf("nora@okafor.example"),
      takes: [authTake("verify", sessionOf("anna@lind.example"))],
    });
    await post("verify");
    expect((await renew()).data.user?.email).toBe("anna@lind.example");
  });

  test("that the sidecar got, where the tape begins with nobody", async () => {
    play({ takes: [authTake("verify", sessionOf("joel@tamm.example"), "sidecar")] });
    expect((await renew()).data.user?.email).toBe("joel@tamm.example");
  });

  test("as on the tape, as often as there, and then made from that", async () => {
    const taped = { ...sessionOf("sofia@brandt.example"), refresh_token: "taped-7" };
    play({ session: sessionOf("nora@okafor.example"), takes: [authTake("token", taped)] });
    expect((await renew()).data.session?.refresh_token).toBe("taped-7");
    const { session } = (await renew()).data;
    expect(session).toMatchObject({
      refresh_token: "taped-renewed-2",
      user: { email: "sofia@brandt.example" },
    });
  });

  test("never, where the tape knows of none", async () => {
    play({});
    expect((await renew()).error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  });
});
