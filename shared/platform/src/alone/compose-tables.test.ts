import { expect, test } from "vitest";
import { development, production } from "../compose/compose-settings.ts";
import { readCompose } from "../compose/read-compose.ts";
import { authTable, readAuthEnvironment } from "./auth-environment.ts";
import { readStorageEnvironment, storageTable } from "./storage-environment.ts";

/** What stands in the image, and docker compose therefore does not say. */
const image = { SERVER_HOST: "0.0.0.0", SERVER_PORT: "5000" };

test("a service that starts alone knows every name that docker compose tells the real one", async () => {
  const providers = { GOOGLE_ENABLED: "true", GITHUB_ENABLED: "true" };
  for (const settings of [development, production, { ...development, ...providers }]) {
    const { auth, storage } = (await readCompose(settings)).services;
    for (const [service, { takes, leaves }] of [
      [auth, authTable] as const,
      [storage, storageTable] as const,
    ]) {
      const known = new Set([...Object.keys(takes), ...leaves]);
      const told = Object.keys(service?.environment ?? {});
      expect(told.length).toBeGreaterThan(10);
      expect(told.filter((name) => !known.has(name))).toEqual([]);
    }
  }
});

test("a service that starts alone takes what docker compose tells it, and names what it leaves", async () => {
  const { auth, storage } = (await readCompose(development)).services;
  expect(readAuthEnvironment(auth?.environment ?? {})).toMatchObject({
    externalUrl: "http://localhost:8000/auth/v1",
    connectionString: `postgres://supabase_auth_admin:${development.POSTGRES_PASSWORD}@database:5432/postgres`,
    mails: {
      magic_link: { subject: "Your sign-in code", templateUrl: "http://templates:8080/magic_link.html" },
    },
    left: authTable.leaves,
  });
  expect(readStorageEnvironment({ ...image, ...storage?.environment })).toMatchObject({
    settings: { fileSizeLimit: 52_428_800 },
    directory: "/var/lib/storage",
    left: storageTable.leaves,
  });
});

test.each([
  ["GOTRUE_MAILER_AUTOCONFIRM", "maybe", "GOTRUE_MAILER_AUTOCONFIRM is neither true nor false"],
  ["GOTRUE_EXTERNAL_PHONE_ENABLED", "true", "GOTRUE_EXTERNAL_PHONE_ENABLED can only be false here"],
  ["GOTRUE_JWT_ISSUER", "http://elsewhere.example", "GOTRUE_JWT_ISSUER can only be API_EXTERNAL_URL here"],
  ["GOTRUE_JWT_SECRET", undefined, "GOTRUE_JWT_SECRET is missing"],
])("a service that starts alone refuses %s as %s", async (name, value, words) => {
  const { auth } = (await readCompose(development)).services;
  expect(() => readAuthEnvironment({ ...auth?.environment, [name]: value })).toThrow(words);
});
