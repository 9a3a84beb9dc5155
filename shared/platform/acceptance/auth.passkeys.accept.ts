import { expect } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.people.ts";
import {
  addPasskey,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  site,
  someoneWithPasskey,
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

testWithPasskeys("a passkey that someone added lets them in without a word about who they are", async () => {
  const { email, session, authenticator, token } = await someoneWithPasskey();
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

testWithPasskeys("what is asked of an authenticator is a key it can find by itself", async () => {
  const { session, passkey, authenticator, token } = await someoneWithPasskey();
  const { options, expires_at: expiresAt } = await beginRegistration(token);
  expect(options).toMatchObject({
    rp: { id: new URL(site()).hostname },
    user: { id: Buffer.from(session.user.id).toString("base64url"), name: session.user.email },
    authenticatorSelection: { residentKey: "required" },
  });
  const known = authenticator.get(await beginAuthentication().then((begun) => begun.options)).id;
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([known]);
  expect(passkey).toMatchObject({
    id: expect.any(String) as string,
    created_at: expect.any(String) as string,
  });
  expect(expiresAt).toBeGreaterThan(Date.now() / 1000);
});

testWithPasskeys("someone names their passkeys and removes them", async () => {
  const { token, passkey, authenticator } = await someoneWithPasskey();
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

testWithPasskeys("nobody sees, names or removes a passkey of someone else", async () => {
  const { passkey } = await someoneWithPasskey();
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", "/passkeys", { token })).toMatchObject({ status: 200, body: [] });
  const absent = { status: 404, body: { code: "validation_failed" } };
  const body = { friendly_name: "Mine" };
  expect(await ask("PATCH", `/passkeys/${passkey.id}`, { token, body })).toMatchObject(absent);
  expect(await ask("DELETE", `/passkeys/${passkey.id}`, { token })).toMatchObject(absent);
  expect(await ask("DELETE", "/passkeys/one", { token })).toMatchObject(absent);
});

testWithPasskeys("passkeys are managed by who is signed in", async () => {
  const refused = { status: 401, body: { code: "no_authorization" } };
  const token = "";
  expect(await ask("GET", "/passkeys", { token })).toMatchObject(refused);
  expect(await ask("POST", "/passkeys/registration/options", { token, body: {} })).toMatchObject(refused);
});

testWithPasskeys("an answer counts once, be it right or wrong", async () => {
  const { token, authenticator } = await someoneWithPasskey();
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

testWithPasskeys("a challenge serves its own ceremony and person only", async () => {
  const { token, authenticator } = await someoneWithPasskey();
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

testWithPasskeys("what is not a signature for this site is refused", async () => {
  const { token, authenticator } = await someoneWithPasskey();
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

testWithPasskeys("a passkey of one person does not open another's account", async () => {
  const { authenticator } = await someoneWithPasskey();
  const other = await someoneWithPasskey();
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
  expect(await finishRegistration(second, again.challenge_id, same)).toMatchObject({
    status: 422,
    body: { code: "webauthn_credential_exists" },
  });
});

testWithPasskeys("ten passkeys are enough for one person", async () => {
  const { token } = await someoneWithPasskey();
  const eleventh = await beginRegistration(token);
  for (let count = 1; count < 10; count += 1) await addPasskey(token, newAuthenticator(site()));
  const full = { status: 422, body: { code: "too_many_passkeys" } };
  expect(await ask("POST", "/passkeys/registration/options", { token, body: {} })).toMatchObject(full);
  const credential = newAuthenticator(site()).create(eleventh.options);
  expect(await finishRegistration(token, eleventh.challenge_id, credential)).toMatchObject(full);
});

testWithPasskeys("an answer that names no challenge, or no credential, is no answer", async () => {
  const invalid = { status: 400, body: { code: "validation_failed" } };
  expect(await finishAuthentication("", {})).toMatchObject(invalid);
  expect(await finishAuthentication("one", {})).toMatchObject(invalid);
  const { challenge_id: id } = await beginAuthentication();
  expect(await finishAuthentication(id, undefined)).toMatchObject(invalid);
});

testWithClock("a challenge is good for five minutes", async () => {
  const { token, authenticator } = await someoneWithPasskey();
  const entering = await beginAuthentication();
  const adding = await beginRegistration(token);
  await putForward(301);
  const late = { status: 400, body: { code: "webauthn_challenge_expired" } };
  const assertion = authenticator.get(entering.options);
  expect(await finishAuthentication(entering.challenge_id, assertion)).toMatchObject(late);
  const credential = authenticator.create(adding.options);
  expect(await finishRegistration(token, adding.challenge_id, credential)).toMatchObject(late);
});

testWithClock("a challenge is still good just before", async () => {
  const { authenticator } = await someoneWithPasskey();
  const begun = await beginAuthentication();
  await putForward(295);
  expect(await finishAuthentication(begun.challenge_id, authenticator.get(begun.options))).toMatchObject({
    status: 200,
  });
});
