import { authTable, readAuthEnvironment } from "@sheaf/platform/standalone/auth-environment";
import { readStorageEnvironment, storageTable } from "@sheaf/platform/standalone/storage-environment";
import { expect, test } from "vitest";
import { development, production } from "../compose/compose-settings.ts";
import { readCompose } from "../compose/read-compose.ts";

/** Variables that the image sets, and docker compose therefore doesn't. */
const image = { SERVER_HOST: "0.0.0.0", SERVER_PORT: "5000" };

test("a standalone service knows every variable that docker compose sets for the real one", async () => {
  const providers = { GOOGLE_ENABLED: "true", GITHUB_ENABLED: "true" };
  for (const settings of [development, production, { ...development, ...providers }]) {
    const { auth, storage } = (await readCompose(settings)).services;
    for (const [service, { supported, ignored }] of [
      [auth, authTable] as const,
      [storage, storageTable] as const,
    ]) {
      const known = new Set([...Object.keys(supported), ...ignored]);
      const names = Object.keys(service?.environment ?? {});
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !known.has(name))).toEqual([]);
    }
  }
});

test("a standalone service reads docker compose's environment and lists the variables it ignores", async () => {
  const { auth, storage } = (await readCompose(development)).services;
  expect(readAuthEnvironment(auth?.environment ?? {})).toMatchObject({
    externalUrl: "http://localhost:8000/auth/v1",
    connectionString: `postgres://supabase_auth_admin:${development.POSTGRES_PASSWORD}@database:5432/postgres`,
    mails: {
      magic_link: {
        subject: "Your Sheaf code is {{ slice .Token 0 4 }} {{ slice .Token 4 }}",
        templateUrl: "http://templates:8080/magic_link.html",
      },
    },
    smtp: {
      host: "mail",
      port: 1025,
      user: "",
      pass: "",
      adminEmail: "sheaf@localhost.example",
      senderName: "Sheaf",
    },
    ignored: authTable.ignored,
  });
  expect(readStorageEnvironment({ ...image, ...storage?.environment })).toMatchObject({
    settings: { fileSizeLimit: 52_428_800, usesForwardedPrefix: true, signedUploadSeconds: 7200 },
    directory: "/var/lib/storage",
    ignored: storageTable.ignored,
  });
});

test.each([
  ["GOTRUE_MAILER_AUTOCONFIRM", "maybe", "GOTRUE_MAILER_AUTOCONFIRM is neither true nor false"],
  ["GOTRUE_EXTERNAL_PHONE_ENABLED", "true", "GOTRUE_EXTERNAL_PHONE_ENABLED must be false here"],
  ["GOTRUE_JWT_ISSUER", "http://elsewhere.example", "GOTRUE_JWT_ISSUER must equal API_EXTERNAL_URL here"],
  ["GOTRUE_JWT_SECRET", undefined, "GOTRUE_JWT_SECRET is missing"],
])("a standalone service rejects %s with the value %s", async (name, value, message) => {
  const { auth } = (await readCompose(development)).services;
  expect(() => readAuthEnvironment({ ...auth?.environment, [name]: value })).toThrow(message);
});
