import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { development, production } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";

const script = fileURLToPath(new URL("../../../gateway/check-settings.sh", import.meta.url));

/** What docker compose says before anything starts, with just the settings that it hands to the script. */
async function check(dotEnv: Record<string, string>): Promise<{ status: number | null; said: string }> {
  const { services } = await readCompose(dotEnv);
  const env = services["settings"]?.environment ?? {};
  const { status, stderr } = spawnSync("sh", [script], { env, encoding: "utf8" });
  return { status, said: stderr };
}

test.each([
  ["development", development],
  ["production", production],
])("a whole .env starts %s", async (_, env) => {
  expect(await check(env)).toEqual({ status: 0, said: "" });
});

test.each([
  ["SITE_DOMAIN", "", "SITE_DOMAIN is not set in .env: the name that people open."],
  ["API_DOMAIN", "", "API_DOMAIN is not set in .env: the platform's own name, apart from the site's."],
  ["SMTP_HOST", "", "SMTP_HOST is not set in .env: the server that takes our mails."],
  ["SMTP_PORT", "", "SMTP_PORT is not set in .env: the port of that server."],
  ["SMTP_SENDER", "", "SMTP_SENDER is not set in .env: the address that our mails come from."],
  [
    "SITE_DOMAIN",
    "https://sheaf.example",
    "SITE_DOMAIN has to be a host name in small letters and nothing more, like sheaf.example.",
  ],
  [
    "API_DOMAIN",
    "192.0.2.1",
    "API_DOMAIN has to be a host name in small letters and nothing more, like sheaf.example.",
  ],
  [
    "API_DOMAIN",
    "sheaf.example",
    "SITE_DOMAIN and API_DOMAIN are one: a stored file would share an origin with the page.",
  ],
  ["COMPOSE_PROFILES", "prod", "COMPOSE_PROFILES has to be development or production."],
  [
    "JWT_SECRET",
    "short",
    "JWT_SECRET has fewer than 32 characters: empty it with ANON_KEY and SERVICE_ROLE_KEY, and run npx -y pnpm@12 secrets.",
  ],
  [
    "JWT_SECRET",
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "JWT_SECRET is the one of an example, which everybody knows.",
  ],
  ["POSTGRES_PASSWORD", "postgres", "POSTGRES_PASSWORD is the one of an example, which everybody knows."],
  [
    "POSTGRES_PASSWORD",
    "p@ss/word",
    "POSTGRES_PASSWORD stands in addresses: letters, digits and . _ ~ - only.",
  ],
])("production does not start with %s=%s, and says why", async (name, value, sentence) => {
  expect(await check({ ...production, [name]: value })).toEqual({ status: 1, said: `${sentence}\n` });
});

test("a domain is nothing for development, which has no certificate for it", async () => {
  expect(await check({ ...production, COMPOSE_PROFILES: "development" })).toEqual({
    status: 1,
    said:
      "SITE_DOMAIN is set, but only COMPOSE_PROFILES=production serves a domain.\n" +
      "API_DOMAIN is set, but only COMPOSE_PROFILES=production serves a domain.\n",
  });
});

test("everything that is wrong is said at once", async () => {
  const { said } = await check({ ...development, COMPOSE_PROFILES: "production", JWT_SECRET: "short" });
  expect(said.trim().split("\n").length).toBe(6);
});
