import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { productConfig } from "../../product-files.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { withoutEmailTemplates } from "../../testing/without-email-templates.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Sign-in methods that the product's settings enable, here disabled. */

let platform: Platform;
let folder = "";

beforeAll(async () => {
  const product = await readFile(productConfig, "utf8");
  const settings = withoutEmailTemplates(product)
    .replace("[auth.passkey]\nenabled = true", "[auth.passkey]\nenabled = false")
    .replace("enable_manual_linking = true", "enable_manual_linking = false");
  folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
  const config = join(folder, "config.toml");
  await writeFile(config, settings);
  platform = await startPlatform({ migrations: "none", config, localAccount: true });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

test("with passkeys off, every endpoint refuses", async () => {
  const id = "8f14e45f-ce0a-4f2b-9d0b-2f2a2f0e1111";
  for (const [method, path] of [
    ["POST", "/passkeys/authentication/options"],
    ["POST", "/passkeys/authentication/verify"],
    ["POST", "/passkeys/registration/options"],
    ["POST", "/passkeys/registration/verify"],
    ["GET", "/passkeys"],
    ["PATCH", `/passkeys/${id}`],
    ["DELETE", `/passkeys/${id}`],
  ] as const) {
    const response = await ask(method, path, method === "GET" ? undefined : {});
    expect(response).toMatchObject({ status: 404, body: { code: "passkey_disabled" } });
  }
  expect(await ask("GET", "/settings")).toMatchObject({ body: { passkeys_enabled: false } });
});

test("with manual linking off, providers can be neither linked nor unlinked", async () => {
  const email = "ada@mail.example";
  await ask("POST", "/otp", { email });
  const mail = await platform.mailbox.latest(email);
  const token = codeIn(mail);
  const { body } = await ask("POST", "/verify", { type: "email", email, token });
  const { access_token: bearer, user } = body as {
    access_token: string;
    user: { identities: { identity_id: string }[] };
  };
  const off = { status: 404, body: { code: "manual_linking_disabled" } };
  const path = "/user/identities/authorize?provider=keycloak&skip_http_redirect=true";
  expect(await ask("GET", path, undefined, bearer)).toMatchObject(off);
  const identity = user.identities[0]?.identity_id ?? "";
  expect(await ask("DELETE", `/user/identities/${identity}`, undefined, bearer)).toMatchObject(off);
});
