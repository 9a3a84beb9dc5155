import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { type HookServer, startHookServer } from "../../testing/hook-server.ts";
import { platformWith } from "../../testing/platform-with.ts";

const secrets = [`v1,whsec_${"A".repeat(43)}=`];
const email = "ann@mail.example";

let server: HookServer;
let platform: Platform;
beforeAll(async () => {
  server = await startHookServer();
  platform = await startPlatform({ migrations: "none", sendEmailHook: { uri: server.uri, secrets } });
}, 60_000);
afterAll(async () => {
  await platform.stop();
  await server.stop();
});
beforeEach(async () => {
  await platform.reset();
  server.calls.length = 0;
  server.reply(() => ({}));
});

const ask = (method: string, path: string, body?: unknown, token = platform.anonKey) =>
  callAuth(platform, { method, path, body, token });

const asAdmin = (text: string) => platform.database.as("postgres", {}, (query) => query(text, []));
const waitIsOver = () =>
  asAdmin("update auth.users set recovery_sent_at = null, confirmation_sent_at = null");

/** Of a code and an address, as the service makes it. */
const hashOf = (address: string, code = "") =>
  createHash("sha224")
    .update(address + code)
    .digest("hex");

const lastCall = () => {
  const call = server.calls.at(-1);
  if (!call) throw new Error("The hook was not called");
  return call.event;
};

async function signIn(): Promise<string> {
  await ask("POST", "/otp", { email });
  const { token } = lastCall().email_data;
  const { body } = await ask("POST", "/verify", { type: "email", email, token });
  return (body as { access_token: string }).access_token;
}

const nothing = {
  token_new: "",
  token_hash_new: "",
  old_email: "",
  old_phone: "",
  provider: "",
  factor_type: "",
};

describe("with a Send Email hook", () => {
  test("a code is sent by the hook alone, and works", async () => {
    const redirect = "http://localhost:3000/auth/callback?next=%2Finbox";
    const path = `/otp?redirect_to=${encodeURIComponent(redirect)}`;
    expect(await ask("POST", path, { email, data: { name: "Ann" } })).toMatchObject({ status: 200 });
    const { metadata, user, email_data: data } = lastCall();
    expect(metadata).toEqual({ uuid: expect.any(String), time: expect.any(String), name: "send-email" });
    expect(user).toMatchObject({ email, user_metadata: { name: "Ann" } });
    expect(data).toEqual({
      ...nothing,
      token: expect.stringMatching(/^\d{8}$/),
      token_hash: hashOf(email, data["token"]),
      redirect_to: redirect,
      email_action_type: "signup",
      site_url: `${platform.url}/auth/v1`,
    });
    expect(platform.mailbox.messages()).toEqual([]);
    expect(await ask("POST", "/verify", { type: "email", email, token: data["token"] })).toMatchObject({
      status: 200,
    });
  });

  test("each purpose has its name", async () => {
    const token = await signIn();
    await waitIsOver();
    await ask("POST", "/otp", { email });
    await waitIsOver();
    await ask("POST", "/recover", { email });
    await ask("GET", "/reauthenticate", undefined, token);
    expect(server.calls.map(({ event }) => event.email_data["email_action_type"])).toEqual([
      "signup",
      "magiclink",
      "recovery",
      "reauthentication",
    ]);
    for (const { event } of server.calls) {
      const { token, token_hash } = event.email_data;
      expect(token_hash).toBe(hashOf(String(event.user["email"]), token));
    }
  });

  test("a change of address is one call, whose codes stand beside each other’s hashes", async () => {
    const token = await signIn();
    const next = "new@mail.example";
    expect(await ask("PUT", "/user", { email: next }, token)).toMatchObject({ status: 200 });
    const { user, email_data: data } = lastCall();
    expect(server.calls.length).toBe(2);
    expect(user).toMatchObject({ email, new_email: next });
    expect(data).toMatchObject({
      email_action_type: "email_change",
      token_hash: hashOf(next, data["token_new"]),
      token_hash_new: hashOf(email, data["token"]),
    });
    for (const [address, code] of [
      [next, data["token_new"]],
      [email, data["token"]],
    ]) {
      const confirmed = await ask("POST", "/verify", { type: "email_change", email: address, token: code });
      expect(confirmed.status, address).toBe(200);
    }
  });

  test("the hook may ask the database", async () => {
    server.reply(async () => {
      await asAdmin("select 1");
      return {};
    });
    expect(await ask("POST", "/otp", { email })).toMatchObject({ status: 200 });
  });

  test("an error that the hook answers is Auth’s, and the next request sends again", async () => {
    server.reply(() => ({ body: { error: { http_code: 500, message: "The email could not be sent" } } }));
    expect(await ask("POST", "/otp", { email })).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "The email could not be sent" },
    });
    server.reply(() => ({ body: { error: { http_code: 429, message: "Later" } } }));
    await waitIsOver();
    expect(await ask("POST", "/otp", { email })).toMatchObject({
      status: 429,
      body: { code: "unknown", message: "Later" },
    });
    server.reply(() => ({}));
    await waitIsOver();
    expect(await ask("POST", "/otp", { email })).toMatchObject({ status: 200 });
  });

  test("a hook that fails is answered in Auth’s words, and nothing that it says is passed on", async () => {
    server.reply(() => ({
      status: 401,
      body: { error: { http_code: 401, message: "The signature is not valid" } },
    }));
    expect(await ask("POST", "/otp", { email })).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "Hook requires authorization token" },
    });
  });

  test("a hook that can't be reached is 422 with its own code", async () => {
    server.reply(() => "hang up");
    expect(await ask("POST", "/otp", { email })).toMatchObject({
      status: 422,
      body: { code: "hook_timeout_after_retry", message: "Failed to reach hook after maximum retries" },
    });
  });

  test("no call is made for an address without an account", async () => {
    expect(await ask("POST", "/recover", { email: "nobody@mail.example" })).toMatchObject({ status: 200 });
    expect(server.calls).toEqual([]);
  });
});

const databaseUrl = process.env["DATABASE_URL"];

describe.runIf(databaseUrl !== undefined)("on a PostgreSQL server", () => {
  test("the hook is called before the commit, and its error changes nothing", async () => {
    const sendEmailHook = { uri: server.uri, secrets };
    const own = await startPlatform({ migrations: "none", databaseUrl: String(databaseUrl), sendEmailHook });
    const accounts = async () =>
      (await own.database.as("postgres", {}, (query) => query("select from auth.users"))).rowCount;
    const askForCode = () => callAuth(own, { method: "POST", path: "/otp", body: { email } });
    try {
      const seen: number[] = [];
      server.reply(async () => {
        seen.push(await accounts());
        return { body: { error: { http_code: 500, message: "The email could not be sent" } } };
      });
      expect(await askForCode()).toMatchObject({ status: 500 });
      expect(await accounts()).toBe(0);
      server.reply(async () => {
        seen.push(await accounts());
        return {};
      });
      expect(await askForCode()).toMatchObject({ status: 200 });
      expect(await accounts()).toBe(1);
      expect(seen).toEqual([0, 0]);
    } finally {
      await own.stop();
    }
  });
});

describe("the settings", () => {
  const section = (uri: string, secret: string) => ({
    changes: {
      'enabled = false\nuri = "env(SEND_EMAIL_HOOK_URI)"\nsecrets = "env(SEND_EMAIL_HOOK_SECRET)"': `enabled = true\nuri = "${uri}"\nsecrets = "${secret}"`,
    },
  });

  test("switch the hook on, and notices of changes go there too", async () => {
    const own = await platformWith({
      ...section(server.uri, secrets.join("|")),
      added: "[auth.email.notification.password_changed]\nenabled = true",
    });
    try {
      const response = await fetch(`${own.url}/auth/v1/admin/users`, {
        method: "POST",
        headers: { apikey: own.serviceKey },
        body: JSON.stringify({ email, password: "a long enough one", email_confirm: true }),
      });
      expect(response.status).toBe(200);
      const signedIn = await callAuth(own, {
        method: "POST",
        path: "/token?grant_type=password",
        body: { email, password: "a long enough one" },
      });
      const { access_token: token } = signedIn.body as { access_token: string };
      await callAuth(own, { method: "PUT", path: "/user", body: { password: "another long one" }, token });
      expect(lastCall().email_data["email_action_type"]).toBe("password_changed_notification");
      server.reply(() => ({ body: { error: { http_code: 500, message: "No" } } }));
      const again = { method: "PUT", path: "/user", body: { password: "a third long one" }, token };
      expect(await callAuth(own, again)).toMatchObject({ status: 200 });
      expect(own.mailbox.messages()).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  test.each([
    ["http://worker:3002/hooks/send-email", secrets[0], "must be https, or http to localhost"],
    ["pg-functions://postgres/hooks/send_email", secrets[0], "must be https, or http to localhost"],
    ["https://worker.example/hooks/send-email", "", "has no secret"],
    ["https://worker.example/hooks/send-email", "v1,whsec_short", "has a secret that isn't v1,whsec_"],
    [
      "https://worker.example/hooks/send-email",
      "whsec_".padEnd(50, "A"),
      "has a secret that isn't v1,whsec_",
    ],
  ])("refuse %s with the secret “%s”, as GoTrue does", async (uri, secret, message) => {
    await expect(platformWith(section(uri, String(secret)))).rejects.toThrow(
      `auth.hook.send_email ${message}`,
    );
  });
});
