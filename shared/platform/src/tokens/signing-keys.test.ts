import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { decodeProtectedHeader, SignJWT, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localKeys, signToken } from "../keys.ts";
import { startPlatform, type Platform } from "../platform.ts";
import { callAuth } from "../testing/call-auth.ts";
import { configWithSigningKeys, newSigningKey } from "../testing/signing-keys.ts";
import type { SigningKey } from "./token-keys.ts";
import { codeIn } from "../email/mailpit.client.ts";

let folder = "";
let current: SigningKey;
let former: SigningKey;
let stranger: SigningKey;
let platform: Platform;
let aheadMs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-keys-"));
  [current, former, stranger] = await Promise.all([
    newSigningKey(),
    newSigningKey(["verify"]),
    newSigningKey(),
  ]);
  platform = await startPlatform({
    migrations: "none",
    config: await configWithSigningKeys(folder, [current, former]),
    clock: () => new Date(Date.now() + aheadMs),
  });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

async function signIn(email: string, at = platform) {
  await callAuth(at, { method: "POST", path: "/otp", body: { email } });
  const token = codeIn(await at.mailbox.latest(email));
  const body = { type: "email", email, token };
  const response = await callAuth(at, { method: "POST", path: "/verify", body });
  return response.body as { access_token: string; refresh_token: string; user: { id: string } };
}

/** Each service's status for the token. */
async function statusesFor(token: string) {
  const headers = { apikey: platform.anonKey, authorization: `Bearer ${token}` };
  const paths = ["/auth/v1/user", "/rest/v1/", "/storage/v1/bucket"];
  const responses = await Promise.all(paths.map((path) => fetch(platform.url + path, { headers })));
  return responses.map(({ status }) => status);
}

async function publishedKeys(): Promise<JWK[]> {
  const { body } = await callAuth(platform, { method: "GET", path: "/.well-known/jwks.json" });
  return (body as { keys: JWK[] }).keys;
}

function signedBy(key: SigningKey, sub: string, header: { kid?: string } = { kid: key.kid }) {
  return new SignJWT({ sub, role: "authenticated", aud: "authenticated" })
    .setProtectedHeader({ alg: key.alg, ...header })
    .setExpirationTime(new Date(Date.now() + aheadMs + 60_000))
    .sign({ ...key, key_ops: ["sign"] });
}

test("a session's token names its key, and every service accepts it", async () => {
  const { access_token: token } = await signIn("ann@mail.example");
  expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: current.kid, typ: "JWT" });
  expect(await statusesFor(token)).toEqual([200, 200, 200]);
});

test("a retired key's token is accepted until it expires", async () => {
  const { user } = await signIn("former@mail.example");
  expect(await statusesFor(await signedBy(former, user.id))).toEqual([200, 200, 200]);
});

test("a token of the shared secret is accepted, with an unknown `kid` or none", async () => {
  const { user } = await signIn("secret@mail.example");
  const claims = { sub: user.id, role: "authenticated", exp: Math.floor(Date.now() / 1000) + 60 };
  expect(await statusesFor(signToken(claims, localKeys.jwtSecret))).toEqual([200, 200, 200]);
  const named = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid: "unknown" })
    .sign(new TextEncoder().encode(localKeys.jwtSecret));
  expect((await statusesFor(named))[0]).toBe(200);
});

test("a token of a foreign key is refused, whatever its `kid`", async () => {
  const { user } = await signIn("forged@mail.example");
  for (const header of [{}, { kid: stranger.kid }, { kid: current.kid }]) {
    const statuses = await statusesFor(await signedBy(stranger, user.id, header));
    expect(statuses).toEqual([403, 401, 400]);
  }
});

test("a token signed with a public key as its secret is refused", async () => {
  const { user } = await signIn("confused@mail.example");
  const [published] = await publishedKeys();
  const token = await new SignJWT({ sub: user.id, role: "service_role" })
    .setProtectedHeader({ alg: "HS256", kid: current.kid })
    .setExpirationTime("1m")
    .sign(new TextEncoder().encode(JSON.stringify(published)));
  expect(await statusesFor(token)).toEqual([403, 401, 400]);
});

test("only the public halves of the keys are published", async () => {
  const half = ({ kid, x, y }: SigningKey) => ({
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    use: "sig",
    key_ops: ["verify"],
    ext: true,
    kid,
    x,
    y,
  });
  expect(await publishedKeys()).toEqual([half(current), half(former)]);
});

test("the client library verifies a token locally with the published keys", async () => {
  const { access_token, user } = await signIn("local@mail.example");
  const paths: string[] = [];
  const { auth } = createClient(platform.url, platform.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        const request = new Request(input, init);
        paths.push(new URL(request.url).pathname);
        return fetch(request);
      },
    },
  });
  const { data } = await auth.getClaims(access_token);
  expect(data?.claims.sub).toBe(user.id);
  const cut = access_token.lastIndexOf(".") + 1;
  const forged = `${access_token.slice(0, cut)}${"A".repeat(86)}`;
  expect((await auth.getClaims(forged)).error?.message).toBe("Invalid JWT signature");
  expect(paths).toEqual(["/auth/v1/.well-known/jwks.json"]);
});

test("the fixed local pair signs by default, and the shared secret with an empty key file", async () => {
  const started = async (settings: object) => {
    const other = await startPlatform({ migrations: "none", ...settings });
    const { access_token: token } = await signIn("default@mail.example", other);
    await other.stop();
    return decodeProtectedHeader(token);
  };
  expect(await started({})).toEqual({ alg: "ES256", kid: localKeys.signingKey.kid, typ: "JWT" });
  const empty = await mkdtemp(join(tmpdir(), "sheaf-no-keys-"));
  expect(await started({ config: await configWithSigningKeys(empty, []) })).toEqual({
    alg: "HS256",
    typ: "JWT",
  });
  await rm(empty, { recursive: true });
}, 60_000);

test("a token expires for PostgREST and Auth at the same time, even with a moved clock", async () => {
  const { access_token } = await signIn("moved@mail.example");
  aheadMs = 59 * 60_000;
  expect(await statusesFor(access_token)).toEqual([200, 200, 200]);
  aheadMs = 61 * 60_000;
  expect(await statusesFor(access_token)).toEqual([403, 401, 400]);
  aheadMs = 0;
});
