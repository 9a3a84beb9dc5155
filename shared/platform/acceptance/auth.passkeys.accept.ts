import { expect } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.client.ts";
import {
  addPasskey,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  site,
  userWithPasskey,
  testWithPasskeys,
} from "./auth.passkeys.ts";
import { newAuthenticator } from "./software-authenticator.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers(
  "GET /auth/v1/passkeys",
  "PATCH /auth/v1/passkeys/{id}",
  "DELETE /auth/v1/passkeys/{id}",
  "POST /auth/v1/passkeys/registration/options",
  "POST /auth/v1/passkeys/registration/verify",
  "POST /auth/v1/passkeys/authentication/options",
  "POST /auth/v1/passkeys/authentication/verify",
);

testWithPasskeys("a registered passkey signs in without naming the user", async () => {
  const { email, session, authenticator, token } = await userWithPasskey();
  const begun = await beginAuthentication();
  expect(begun.options).toMatchObject({ rpId: new URL(site()).hostname });
  expect(begun.options.allowCredentials ?? []).toEqual([]);
  const { status, body, headers } = await finishAuthentication(
    begun.challenge_id,
    authenticator.get(begun.options),
  );
  expect(status).toBe(200);
  const arrived = body as Session;
  expect(arrived.user).toMatchObject({ id: session.user.id, email });
  expect(headers.get("sb-auth-user-id")).toBe(session.user.id);
  const claims = claimsOf(arrived.access_token);
  expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "passkey" }] });
  expect(claims["session_id"]).not.toBe(claimsOf(token)["session_id"]);
  const { body: passkeys } = await ask("GET", "/passkeys", { token });
  expect(passkeys).toEqual([expect.objectContaining({ last_used_at: expect.any(String) as string })]);
});

testWithPasskeys("registration asks for a discoverable credential", async () => {
  const { session, passkey, authenticator, token } = await userWithPasskey();
  const { options, expires_at: expiresAt } = await beginRegistration(token);
  expect(options).toMatchObject({
    rp: { id: new URL(site()).hostname },
    user: { id: Buffer.from(session.user.id).toString("base64url"), name: session.user.email },
    authenticatorSelection: { residentKey: "required" },
    timeout: 300_000,
  });
  expect(options).not.toHaveProperty("hints");
  expect(options).not.toHaveProperty("extensions");
  expect(options.authenticatorSelection).not.toHaveProperty("requireResidentKey");
  const known = authenticator.get(await beginAuthentication().then((begun) => begun.options)).id;
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([known]);
  expect(passkey).toMatchObject({
    id: expect.any(String) as string,
    created_at: expect.any(String) as string,
  });
  expect(expiresAt).toBeGreaterThan(Date.now() / 1000);
});

testWithPasskeys("users rename and remove their passkeys", async () => {
  const { token, passkey, authenticator } = await userWithPasskey();
  const path = `/passkeys/${passkey.id}`;
  const renamed = await ask("PATCH", path, { token, body: { friendly_name: "Phone" } });
  expect(renamed).toMatchObject({ status: 200, body: { id: passkey.id, friendly_name: "Phone" } });
  for (const name of ["", "x".repeat(121)]) {
    const refused = await ask("PATCH", path, { token, body: { friendly_name: name } });
    expect(refused).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  }
  const gone = await ask("DELETE", path, { token });
  expect(gone).toMatchObject({ status: 204, body: undefined });
  expect(await ask("GET", "/passkeys", { token })).toMatchObject({ status: 200, body: [] });
  const begun = await beginAuthentication();
  expect(await finishAuthentication(begun.challenge_id, authenticator.get(begun.options))).toMatchObject({
    status: 400,
    body: { code: "webauthn_verification_failed" },
  });
});

testWithPasskeys("another user's passkeys cannot be listed, renamed or removed", async () => {
  const { passkey } = await userWithPasskey();
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", "/passkeys", { token })).toMatchObject({ status: 200, body: [] });
  const absent = { status: 404, body: { code: "validation_failed" } };
  const body = { friendly_name: "Mine" };
  expect(await ask("PATCH", `/passkeys/${passkey.id}`, { token, body })).toMatchObject(absent);
  expect(await ask("DELETE", `/passkeys/${passkey.id}`, { token })).toMatchObject(absent);
  expect(await ask("DELETE", "/passkeys/one", { token })).toMatchObject(absent);
});

testWithPasskeys("managing passkeys requires a session", async () => {
  const refused = { status: 401, body: { code: "no_authorization" } };
  const token = "";
  expect(await ask("GET", "/passkeys", { token })).toMatchObject(refused);
  expect(await ask("POST", "/passkeys/registration/options", { token, body: {} })).toMatchObject(refused);
});

testWithPasskeys("a challenge is used by its first response, right or wrong", async () => {
  const { token, authenticator } = await userWithPasskey();
  const used = { status: 400, body: { code: "webauthn_challenge_not_found" } };
  const entered = await beginAuthentication();
  const assertion = authenticator.get(entered.options);
  expect(await finishAuthentication(entered.challenge_id, assertion)).toMatchObject({ status: 200 });
  expect(await finishAuthentication(entered.challenge_id, assertion)).toMatchObject(used);

  const tried = await beginAuthentication();
  const otherChallenge = authenticator.get({ ...tried.options, challenge: "b3RoZXI" });
  expect(await finishAuthentication(tried.challenge_id, otherChallenge)).toMatchObject({
    status: 400,
    body: { code: "webauthn_verification_failed" },
  });
  expect(await finishAuthentication(tried.challenge_id, authenticator.get(tried.options))).toMatchObject(
    used,
  );

  const added = await beginRegistration(token);
  const credential = newAuthenticator(site()).create(added.options);
  expect(await finishRegistration(token, added.challenge_id, credential)).toMatchObject({ status: 200 });
  expect(await finishRegistration(token, added.challenge_id, credential)).toMatchObject(used);
});

testWithPasskeys("a challenge works for its own ceremony and user only", async () => {
  const { token, authenticator } = await userWithPasskey();
  const other = await signIn(newAddress());
  const missing = { status: 400, body: { code: "webauthn_challenge_not_found" } };
  const forOther = await beginRegistration(other.access_token);
  const credential = newAuthenticator(site()).create(forOther.options);
  expect(await finishRegistration(token, forOther.challenge_id, credential)).toMatchObject(missing);
  const registration = await beginRegistration(token);
  const assertion = authenticator.get({
    challenge: registration.options.challenge,
    rpId: registration.options.rp.id,
  });
  expect(await finishAuthentication(registration.challenge_id, assertion)).toMatchObject(missing);
});

testWithPasskeys("a response that is not a signature for this site is refused", async () => {
  const { token, authenticator } = await userWithPasskey();
  const refused = { status: 400, body: { code: "webauthn_verification_failed" } };
  const elsewhere = newAuthenticator("https://elsewhere.example");
  const registration = await beginRegistration(token);
  const made = elsewhere.create(registration.options);
  expect(await finishRegistration(token, registration.challenge_id, made)).toMatchObject(refused);

  const begun = await beginAuthentication();
  const right = authenticator.get(begun.options);
  const signature = Buffer.from(right.response.signature, "base64url");
  signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
  const forged = { ...right, response: { ...right.response, signature: signature.toString("base64url") } };
  expect(await finishAuthentication(begun.challenge_id, forged)).toMatchObject(refused);

  for (const credential of [{}, { rawId: "x" }, [], "text"]) {
    const { challenge_id: id } = await beginAuthentication();
    expect(await finishAuthentication(id, credential)).toMatchObject(refused);
  }
});

testWithPasskeys("a passkey does not sign in to another account", async () => {
  const { authenticator } = await userWithPasskey();
  const other = await userWithPasskey();
  const begun = await beginAuthentication();
  const assertion = authenticator.get(begun.options);
  const userHandle = Buffer.from(other.session.user.id).toString("base64url");
  const claimed = { ...assertion, response: { ...assertion.response, userHandle } };
  expect(await finishAuthentication(begun.challenge_id, claimed)).toMatchObject({
    status: 400,
    body: { code: "webauthn_verification_failed" },
  });
});

testWithPasskeys("one credential belongs to one account", async () => {
  const { access_token: first } = await signIn(newAddress());
  const { access_token: second } = await signIn(newAddress());
  const authenticator = newAuthenticator(site());
  const begun = await beginRegistration(first);
  const credential = authenticator.create(begun.options);
  expect(await finishRegistration(first, begun.challenge_id, credential)).toMatchObject({ status: 200 });
  const again = await beginRegistration(second);
  const same = authenticator.create(again.options, Buffer.from(credential.rawId, "base64url"));
  // The service meets its own unique index and answers 500.
  expect([422, 500]).toContain((await finishRegistration(second, again.challenge_id, same)).status);
});

testWithPasskeys("a user can have ten passkeys", async () => {
  const { token } = await userWithPasskey();
  const eleventh = await beginRegistration(token);
  for (let count = 1; count < 10; count += 1) await addPasskey(token, newAuthenticator(site()));
  const full = { status: 422, body: { code: "too_many_passkeys" } };
  expect(await ask("POST", "/passkeys/registration/options", { token, body: {} })).toMatchObject(full);
  const credential = newAuthenticator(site()).create(eleventh.options);
  expect(await finishRegistration(token, eleventh.challenge_id, credential)).toMatchObject(full);
});

testWithPasskeys("a response without challenge or credential is refused", async () => {
  const invalid = { status: 400, body: { code: "validation_failed" } };
  expect(await finishAuthentication("", {})).toMatchObject(invalid);
  expect(await finishAuthentication("one", {})).toMatchObject(invalid);
  const { challenge_id: id } = await beginAuthentication();
  expect(await finishAuthentication(id, undefined)).toMatchObject(invalid);
});

testWithClock("a challenge expires after five minutes", async () => {
  const { token, authenticator } = await userWithPasskey();
  const entering = await beginAuthentication();
  const adding = await beginRegistration(token);
  await putForward(301);
  const late = { status: 400, body: { code: "webauthn_challenge_expired" } };
  const assertion = authenticator.get(entering.options);
  expect(await finishAuthentication(entering.challenge_id, assertion)).toMatchObject(late);
  const credential = authenticator.create(adding.options);
  expect(await finishRegistration(token, adding.challenge_id, credential)).toMatchObject(late);
});

testWithClock("a challenge works just before it expires", async () => {
  const { authenticator } = await userWithPasskey();
  const begun = await beginAuthentication();
  await putForward(295);
  expect(await finishAuthentication(begun.challenge_id, authenticator.get(begun.options))).toMatchObject({
    status: 200,
  });
});
