import { expect } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, newServer, nobody } from "./auth.admin.ts";
import {
  beginAuthentication,
  finishAuthentication,
  userWithPasskey,
  testWithPasskeys,
} from "./auth.passkeys.ts";
import { ask, newAddress, signIn } from "./auth.client.ts";

covers("GET /auth/v1/admin/users/{id}/passkeys", "DELETE /auth/v1/admin/users/{id}/passkeys/{passkey}");

testWithPasskeys("an administrator lists a user's passkeys without their keys", async () => {
  const { session, passkey } = await userWithPasskey();
  const { status, body } = await askAsAdmin("GET", `/admin/users/${session.user.id}/passkeys`);
  expect(status).toBe(200);
  expect(body).toMatchObject([{ id: passkey.id, created_at: expect.any(String) as string }]);
  expect(JSON.stringify(body)).not.toContain("public_key");
});

testWithPasskeys("a removed passkey no longer signs in, and its session continues", async () => {
  const { session, passkey, authenticator, token } = await userWithPasskey();
  const { error } = await newServer().auth.admin.passkey.deletePasskey({
    userId: session.user.id,
    passkeyId: passkey.id,
  });
  expect(error).toBeNull();
  const path = `/admin/users/${session.user.id}/passkeys`;
  expect(await askAsAdmin("GET", path)).toMatchObject({ status: 200, body: [] });
  const { challenge_id, options } = await beginAuthentication();
  const response = await finishAuthentication(challenge_id, authenticator.get(options));
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await ask("GET", "/user", { token })).toMatchObject({ status: 200 });
  expect(await askAsAdmin("DELETE", `${path}/${passkey.id}`)).toMatchObject({ status: 404 });
});

testWithPasskeys("a passkey can only be removed from its own user", async () => {
  const { session, passkey } = await userWithPasskey();
  const { user: other } = await signIn(newAddress());
  for (const path of [
    `/admin/users/${other.id}/passkeys/${passkey.id}`,
    `/admin/users/${nobody}/passkeys/${passkey.id}`,
    `/admin/users/${session.user.id}/passkeys/laptop`,
  ]) {
    expect(await askAsAdmin("DELETE", path)).toMatchObject({ status: 404 });
  }
  expect(await askAsAdmin("GET", `/admin/users/${session.user.id}/passkeys`)).toMatchObject({
    body: [{ id: passkey.id }],
  });
});
