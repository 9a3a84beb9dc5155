import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, createAccount, password, signInByPassword, type Account } from "./auth.admin.ts";
import { ask, newAddress, signIn } from "./auth.client.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers("PUT /auth/v1/admin/users/{id}", "POST /auth/v1/token?grant_type=password");

describe("a ban", () => {
  const refused = { body: { code: "user_banned" } };

  async function ban(id: string, ban_duration: string) {
    const { status, body } = await askAsAdmin("PUT", `/admin/users/${id}`, { ban_duration });
    expect(status).toBe(200);
    return body as Account;
  }

  test("blocks every sign-in method at once, until it is lifted", async () => {
    const session = await signIn(newAddress());
    const { id, email } = session.user;
    await askAsAdmin("PUT", `/admin/users/${id}`, { app_metadata: {} });
    expect(await ban(id, "24h")).toHaveProperty("banned_until");
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
      status: 403,
      ...refused,
    });
    const { refresh_token } = session;
    const refresh = () => ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
    expect(await refresh()).toMatchObject({ status: 400, ...refused });
    const { body } = await askAsAdmin("POST", "/admin/generate_link", { type: "magiclink", email });
    const proof = { type: "magiclink", token_hash: (body as { hashed_token: string }).hashed_token };
    expect(await ask("POST", "/verify", { body: proof })).toMatchObject({ status: 403, ...refused });
    expect(await ban(id, "none")).not.toHaveProperty("banned_until");
    expect(await refresh()).toMatchObject({ status: 200 });
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ status: 200 });
  });

  test("is reported whatever the password, even if set at creation", async () => {
    const { email } = await createAccount({ password, ban_duration: "1h" });
    for (const typed of [password, "another password 1"]) {
      expect(await signInByPassword(email, typed)).toMatchObject({ status: 400, ...refused });
    }
  });

  testWithClock("expires", async () => {
    const { email } = await createAccount({ password, ban_duration: "1h30m" });
    await putForward(89 * 60);
    expect(await signInByPassword(email, password)).toMatchObject({ status: 400, ...refused });
    await putForward(2 * 60);
    expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
  });
});
