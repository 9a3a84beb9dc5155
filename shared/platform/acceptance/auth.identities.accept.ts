import { expect } from "vitest";
import { submitLocalAccountForm, type Person } from "../src/testing/local-account.client.ts";
import { covers } from "./coverage/covers.ts";
import { ask, callback, claimsOf, emailCount, newAddress, newVerifier, signIn } from "./auth.client.ts";
import {
  authorizePath,
  comeBack,
  exchange,
  problemOf,
  signInAtProvider,
  testWithProvider,
  type ExternalSession,
} from "./auth.provider.ts";

covers("GET /auth/v1/user/identities/authorize", "DELETE /auth/v1/user/identities/{id}");

const linkPath = "/user/identities/authorize";

/** Starts linking the provider to the token's account. */
async function beginLink(token: string) {
  const { verifier, pkce } = newVerifier();
  const path = authorizePath({ ...pkce, skip_http_redirect: "true" }, linkPath);
  const { status, body } = await ask("GET", path, { token });
  expect(status).toBe(200);
  return { verifier, providerUrl: (body as { url: string }).url };
}

async function link(token: string, person: Person) {
  const { verifier, providerUrl } = await beginLink(token);
  return { verifier, landed: await comeBack(await submitLocalAccountForm(providerUrl, person)) };
}

async function userOf(token: string): Promise<ExternalSession["user"]> {
  const { status, body } = await ask("GET", "/user", { token });
  expect(status).toBe(200);
  return body as ExternalSession["user"];
}

const identity = (user: ExternalSession["user"], provider: string) =>
  user.identities.find((candidate) => candidate.provider === provider)?.identity_id ?? "";

testWithProvider("a signed-in user links a provider account with another address", async () => {
  const [email, elsewhere] = [newAddress(), newAddress()];
  const { access_token: token, user } = await signIn(email);
  const { verifier, landed } = await link(token, { email: elsewhere });
  const { status, body } = await exchange(landed.searchParams.get("code") ?? "", verifier);
  expect(status).toBe(200);
  const session = body as ExternalSession;
  expect(session.user).toMatchObject({ id: user.id, email });
  expect(session.user.app_metadata).toEqual({ provider: "email", providers: ["email", "keycloak"] });
  expect(claimsOf(session.access_token)).toMatchObject({ amr: [{ method: "oauth" }] });
  expect((await signInAtProvider({ email: elsewhere })).user.id).toBe(user.id);
});

testWithProvider("linking may start with a redirect", async () => {
  const { access_token: token } = await signIn(newAddress());
  const { status, headers } = await ask("GET", authorizePath({}, linkPath), { token });
  expect(status).toBe(302);
  expect(headers.get("location")).toContain("/protocol/openid-connect/auth?");
});

testWithProvider("linking requires a session", async () => {
  expect(await ask("GET", authorizePath({}, linkPath), { token: "" })).toMatchObject({
    status: 401,
    body: { code: "no_authorization" },
  });
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", authorizePath({ provider: "azure" }, linkPath), { token })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

testWithProvider("a provider account can be linked to one account only", async () => {
  const person = { email: newAddress() };
  const { access_token: token } = await signIn(newAddress());
  await link(token, person);
  const { access_token: other, user } = await signIn(newAddress());
  for (const asking of [other, token]) {
    const { landed } = await link(asking, person);
    const error = { error: "server_error", error_code: "identity_already_exists" };
    expect(problemOf(landed)).toMatchObject({ query: error, fragment: error });
    expect(landed.searchParams.has("code")).toBe(false);
    expect(landed.origin + landed.pathname).toBe(new URL("/auth/callback", callback).href);
    expect(landed.searchParams.get("next")).toBe("/inbox");
  }
  expect((await userOf(other)).id).toBe(user.id);
  expect((await userOf(other)).identities).toHaveLength(1);
});

testWithProvider("an unlinked provider no longer signs in to the account", async () => {
  const [email, elsewhere] = [newAddress(), newAddress()];
  const { access_token: token, user } = await signIn(email);
  await link(token, { email: elsewhere });
  const id = identity(await userOf(token), "keycloak");
  expect(await ask("DELETE", `/user/identities/${id}`, { token })).toMatchObject({ status: 200, body: {} });
  const left = await userOf(token);
  expect(left.identities.map(({ provider }) => provider)).toEqual(["email"]);
  expect(left.app_metadata).toEqual({ provider: "email", providers: ["email"] });
  expect((await signInAtProvider({ email: elsewhere })).user.id).not.toBe(user.id);
});

testWithProvider("the account's address follows its remaining identity", async () => {
  const [email, elsewhere] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await link(token, { email: elsewhere });
  const id = identity(await userOf(token), "email");
  expect(await ask("DELETE", `/user/identities/${id}`, { token })).toMatchObject({ status: 200 });
  expect(await userOf(token)).toMatchObject({
    email: elsewhere,
    email_confirmed_at: expect.any(String) as string,
    app_metadata: { provider: "keycloak", providers: ["keycloak"] },
  });
});

testWithProvider("an address that another account has cannot become the account's", async () => {
  const [email, elsewhere] = [newAddress(), newAddress()];
  await signIn(elsewhere);
  const { access_token: token } = await signIn(email);
  await link(token, { email: elsewhere, verified: false });
  const id = identity(await userOf(token), "email");
  expect(await ask("DELETE", `/user/identities/${id}`, { token })).toMatchObject({
    status: 422,
    body: { code: "email_conflict_identity_not_deletable" },
  });
  expect((await userOf(token)).identities).toHaveLength(2);
});

testWithProvider(
  "an address that a linked identity holds gets no sign-in email, verified or not",
  async () => {
    const elsewhere = newAddress();
    const { access_token: token } = await signIn(newAddress());
    await link(token, { email: elsewhere, verified: false });
    expect(await ask("POST", "/otp", { body: { email: elsewhere } })).toMatchObject({
      status: 200,
      body: {},
    });
    // Sent and read afterwards, so an email to the other address would have arrived by now.
    await signIn(newAddress());
    expect(await emailCount(elsewhere)).toBe(0);
  },
);

testWithProvider("the last identity cannot be removed", async () => {
  const { access_token: token, user } = await signInAtProvider({ email: newAddress() });
  const last = { status: 422, body: { code: "single_identity_not_deletable" } };
  expect(await ask("DELETE", `/user/identities/${identity(user, "keycloak")}`, { token })).toMatchObject(
    last,
  );
  expect((await userOf(token)).identities).toHaveLength(1);
});

testWithProvider("another user's identity cannot be removed", async () => {
  const { access_token: token } = await signIn(newAddress());
  await link(token, { email: newAddress() });
  const other = await signInAtProvider({ email: newAddress() });
  const foreign = identity(other.user, "keycloak");
  expect(await ask("DELETE", `/user/identities/${foreign}`, { token })).toMatchObject({
    status: 422,
    body: { code: "identity_not_found" },
  });
  expect(await ask("DELETE", "/user/identities/one", { token })).toMatchObject({
    status: 404,
    body: { code: "validation_failed" },
  });
  expect(await ask("DELETE", `/user/identities/${foreign}`, { token: "" })).toMatchObject({
    status: 401,
    body: { code: "no_authorization" },
  });
  expect((await userOf(other.access_token)).identities).toHaveLength(1);
});
