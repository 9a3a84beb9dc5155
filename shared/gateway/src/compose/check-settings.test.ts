import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { development, production } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";

const script = fileURLToPath(new URL("../../check-settings.sh", import.meta.url));

/** Runs the script that checks the settings before anything starts, with the environment that docker compose gives it. */
async function check(dotEnv: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const { services } = await readCompose(dotEnv);
  const env = services["settings"]?.environment ?? {};
  const { status, stderr } = spawnSync("sh", [script], { env, encoding: "utf8" });
  return { status, output: stderr };
}

test.each([
  ["development", development],
  ["production", production],
])("a complete .env passes the check for %s", async (_, env) => {
  expect(await check(env)).toEqual({ status: 0, output: "" });
});

test.each([
  ["SITE_DOMAIN", "", "SITE_DOMAIN is not set in .env: the host name of the site."],
  [
    "API_DOMAIN",
    "",
    "API_DOMAIN is not set in .env: the host name of the platform, different from the site's.",
  ],
  ["SMTP_HOST", "", "SMTP_HOST is not set in .env: the server that sends our emails."],
  ["SMTP_PORT", "", "SMTP_PORT is not set in .env: the port of that server."],
  ["SMTP_SENDER", "", "SMTP_SENDER is not set in .env: the sender address of our emails."],
  [
    "SITE_DOMAIN",
    "https://sheaf.example",
    "SITE_DOMAIN must be only a host name in lower case, such as sheaf.example.",
  ],
  ["API_DOMAIN", "192.0.2.1", "API_DOMAIN must be only a host name in lower case, such as sheaf.example."],
  [
    "API_DOMAIN",
    "sheaf.example",
    "SITE_DOMAIN and API_DOMAIN are the same, so stored files would share an origin with the page.",
  ],
  ["CAPTCHA_ENABLED", "yes", "CAPTCHA_ENABLED must be true or false."],
  [
    "CAPTCHA_ENABLED",
    "true",
    [
      "CAPTCHA_PROVIDER is not set in .env: turnstile or hcaptcha, since CAPTCHA_ENABLED is true.",
      "CAPTCHA_SITE_KEY is not set in .env: the key of that provider for the page.",
      "CAPTCHA_SECRET is not set in .env: the key of that provider for Auth.",
    ].join("\n"),
  ],
  ["SEND_EMAIL_HOOK_ENABLED", "yes", "SEND_EMAIL_HOOK_ENABLED must be true or false."],
  [
    "SEND_EMAIL_HOOK_ENABLED",
    "true",
    "SEND_EMAIL_HOOK_SECRET is not set in .env: run npx -y pnpm@12 secrets, since SEND_EMAIL_HOOK_ENABLED is true.",
  ],
  ["COMPOSE_PROFILES", "prod", "COMPOSE_PROFILES must be development or production."],
  [
    "JWT_SECRET",
    "short",
    "JWT_SECRET has fewer than 32 characters. Empty JWT_SECRET, ANON_KEY and SERVICE_ROLE_KEY, then run npx -y pnpm@12 secrets.",
  ],
  [
    "JWT_SECRET",
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "JWT_SECRET is a publicly known example value.",
  ],
  ["POSTGRES_PASSWORD", "postgres", "POSTGRES_PASSWORD is a publicly known example value."],
  [
    "POSTGRES_PASSWORD",
    "p@ss/word",
    "POSTGRES_PASSWORD is part of URLs and may only contain letters, digits and . _ ~ -.",
  ],
])("the check for production fails with %s=%s and says why", async (name, value, sentence) => {
  expect(await check({ ...production, [name]: value })).toEqual({ status: 1, output: `${sentence}\n` });
});

const hookSecret = `v1,whsec_${"A".repeat(43)}=`;

test.each([hookSecret, `${hookSecret}|v1,whsec_${"b/+0".repeat(8)}`])(
  "the check passes with the hook's secret %s",
  async (secret) => {
    const on = { ...production, SEND_EMAIL_HOOK_ENABLED: "true", SEND_EMAIL_HOOK_SECRET: secret };
    expect(await check(on)).toEqual({ status: 0, output: "" });
  },
);

test.each(["v1,whsec_short", hookSecret.replace("v1,", ""), `${hookSecret}|`, `${hookSecret} `])(
  "the check fails with the hook's secret %s",
  async (secret) => {
    const on = { ...production, SEND_EMAIL_HOOK_ENABLED: "true", SEND_EMAIL_HOOK_SECRET: secret };
    const sentence =
      "SEND_EMAIL_HOOK_SECRET must be v1,whsec_ and a secret in Base64, or several with | between them.";
    expect(await check(on)).toEqual({ status: 1, output: `${sentence}\n` });
  },
);

test("domains are rejected in development, which has no certificate for them", async () => {
  expect(await check({ ...production, COMPOSE_PROFILES: "development" })).toEqual({
    status: 1,
    output:
      "SITE_DOMAIN is set, but only COMPOSE_PROFILES=production serves a domain.\n" +
      "API_DOMAIN is set, but only COMPOSE_PROFILES=production serves a domain.\n",
  });
});

test("all problems are reported at once", async () => {
  const { output } = await check({ ...development, COMPOSE_PROFILES: "production", JWT_SECRET: "short" });
  expect(output.trim().split("\n").length).toBe(6);
});
