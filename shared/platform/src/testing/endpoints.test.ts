import { expect, test } from "vitest";
import { createAuth } from "../auth/auth.service.ts";
import { defaultAuthSettings } from "../auth/settings.ts";
import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { localKeys } from "../keys.ts";
import { silentLog } from "../log.ts";
import { builtInTemplates } from "../email/email-templates.ts";
import { createMailbox } from "../email/mailbox.ts";
import { createStorage } from "../storage/storage.service.ts";
import { defaultStorageSettings } from "../storage/storage.settings.ts";
import { endpointOf, endpoints, partsOf } from "./endpoints.ts";

const unusedDatabase: Database = {
  connectionString: "",
  as: () => Promise.reject(new Error("no request is made here")),
  stop: () => Promise.resolve(),
};

const services = {
  database: unusedDatabase,
  clock: systemClock,
  tokenKeys: { secret: localKeys.jwtSecret, signingKeys: [] },
  log: silentLog,
};

const auth = createAuth({
  ...services,
  settings: defaultAuthSettings,
  externalUrl: "http://localhost/auth/v1",
  emailTransport: createMailbox({ clock: systemClock }),
  templates: builtInTemplates,
  reachProvider: fetch,
});

const storage = createStorage({
  ...services,
  settings: { ...defaultStorageSettings, fileSizeLimit: 1 },
  directory: "/nowhere",
});

/** A path of the table without its parameter names, which aren't part of the protocol. */
const withoutNames = (path: string) => path.replaceAll(/\{\w+(\+?)\}/g, "{$1}");

/** A single route takes every method here, as the tus protocol requires. */
const resumable = "/storage/v1/upload/resumable";

function routesOf(app: { routes: readonly { method: string; path: string }[] }, prefix: string): string[] {
  return app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.endsWith("*"))
    .filter(({ path }) => !(prefix + path).startsWith(resumable))
    .map(({ method, path }) => `${method} ${prefix}${path}`)
    .map((route) => route.replaceAll(/:\w+\{\.\+\}/g, "{+}").replaceAll(/:\w+/g, "{}"));
}

test.each([
  ["Auth", auth, "/auth/v1"],
  ["Storage", storage, "/storage/v1"],
])("the table lists exactly the routes of %s", (_, app, prefix) => {
  const named = endpoints
    .map(partsOf)
    .filter(({ path }) => path.startsWith(prefix) && !path.startsWith(resumable))
    .map(({ method, path }) => `${method} ${withoutNames(path)}`);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(routesOf(app, prefix))].toSorted());
});

test.each([
  ["GET", "/storage/v1/object/info/a/b/c", "GET /storage/v1/object/info/{bucket}/{key+}"],
  ["GET", "/storage/v1/object/a/b/c", "GET /storage/v1/object/{bucket}/{key+}"],
  ["HEAD", "/storage/v1/object/a/b", "GET /storage/v1/object/{bucket}/{key+}"],
  ["HEAD", "/storage/v1/upload/resumable/a", "HEAD /storage/v1/upload/resumable/{upload}"],
  ["DELETE", "/storage/v1/object/a", "DELETE /storage/v1/object/{bucket}"],
  ["POST", "/auth/v1/token?grant_type=pkce", "POST /auth/v1/token?grant_type=pkce"],
  ["POST", "/auth/v1/token?grant_type=none", "POST /auth/v1/token"],
  ["GET", "/auth/v1/.well-known/jwksxjson", undefined],
  ["GET", "/auth/v1/nowhere", undefined],
])("%s %s resolves to its endpoint", (method, path, endpoint) => {
  expect(endpointOf(method, new URL(path, "http://localhost"))).toBe(endpoint);
});
