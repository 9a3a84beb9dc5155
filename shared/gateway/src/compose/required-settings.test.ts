import { expect, test } from "vitest";
import { development, production } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";
import { missingSettings, requiredSettings } from "./required-settings.ts";

test.each([
  ["development", development],
  ["production", production],
])("docker compose sets what the real services need, in %s", async (_, settings) => {
  expect(missingSettings((await readCompose(settings)).services)).toEqual([]);
});

const required = Object.entries(requiredSettings).flatMap(([service, settings]) =>
  Object.keys(settings).map((name) => [service, name] as const),
);

test.each(required)("%s without %s is reported", async (service, name) => {
  const { services } = await readCompose(development);
  const real = services[service];
  if (!real) throw new Error(`docker compose has no service ${service}`);
  const { [name]: _, ...environment } = real.environment;
  const planted = { ...services, [service]: { ...real, environment } };
  expect(missingSettings(planted)).toContain(`${service}: ${name}`);
});

test("new accounts of docker compose have the role that the policies are for", async () => {
  const { services } = await readCompose(development);
  expect(services["auth"]?.environment).toMatchObject({ GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated" });
});
