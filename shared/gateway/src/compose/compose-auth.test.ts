import { readFile } from "node:fs/promises";
import { readConfig } from "@sheaf/platform/config";
import { emailNames, notificationNames } from "@sheaf/platform/email-templates";
import { productConfig } from "@sheaf/platform/product-files";
import { readAuthEnvironment } from "@sheaf/platform/standalone/auth-environment";
import { beforeAll, expect, test } from "vitest";
import { type ComposeService, readCompose } from "./read-compose.ts";
import { development } from "./compose-settings.ts";

let environment: ComposeService["environment"] = {};
beforeAll(async () => {
  environment = (await readCompose(development)).services["auth"]?.environment ?? {};
});

/** Environment variable of the service Auth. */
const setting = (name: string) => environment[name];

test("docker compose configures Auth like the product settings, with documented exceptions", async () => {
  const { auth } = await readConfig(productConfig);
  expect(readAuthEnvironment(environment).settings).toEqual({
    ...auth,
    additionalRedirectUrls: ["http://localhost:3000/auth/callback**"],
    // Hosted's value; the product settings allow faster retries for development.
    email: { ...auth.email, maxFrequency: 60 },
    // Effectively unlimited: in development no email leaves the machine.
    emailsPerHour: 1000,
    // Ten years: Auth takes no zero.
    sessions: { timebox: 87_600 * 3600, inactivityTimeout: 87_600 * 3600 },
  });
});

test("the operator limits how long a session lasts, and how long without use", async () => {
  const limits = { SESSION_HOURS: "720", SESSION_IDLE_HOURS: "24" };
  const { auth } = (await readCompose({ ...development, ...limits })).services;
  expect(readAuthEnvironment(auth?.environment ?? {}).settings.sessions).toEqual({
    timebox: 720 * 3600,
    inactivityTimeout: 24 * 3600,
  });
});

test("each provider is off in docker compose by default and redirects to the gateway", async () => {
  for (const name of ["GOOGLE", "GITHUB"]) {
    expect(setting(`GOTRUE_EXTERNAL_${name}_ENABLED`)).toBe("false");
    expect(setting(`GOTRUE_EXTERNAL_${name}_REDIRECT_URI`)).toBe(`${setting("API_EXTERNAL_URL")}/callback`);
    const given = { [`${name}_ENABLED`]: "true", [`${name}_CLIENT_ID`]: "id", [`${name}_SECRET`]: "word" };
    const { auth } = (await readCompose({ ...development, ...given })).services;
    expect(auth?.environment).toMatchObject({
      [`GOTRUE_EXTERNAL_${name}_ENABLED`]: "true",
      [`GOTRUE_EXTERNAL_${name}_CLIENT_ID`]: "id",
      [`GOTRUE_EXTERNAL_${name}_SECRET`]: "word",
    });
  }
  const { auth } = await readConfig(productConfig);
  expect(auth.external).toEqual({});
});

test("docker compose uses the product's email templates and subjects", async () => {
  const { templates } = await readConfig(productConfig);
  for (const name of emailNames) {
    const { html, subject } = templates[name];
    expect(setting(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`)).toBe(subject);
    const served = new URL(String(setting(`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`)));
    expect(served.host).toBe("templates:8080");
    expect(
      await readFile(new URL(`../../../supabase/templates${served.pathname}`, import.meta.url), "utf8"),
    ).toBe(html);
  }
});

test("docker compose leaves the emails about changes to the worker, as the product's settings do", async () => {
  const { auth } = await readConfig(productConfig);
  expect(auth.email.notifications).toEqual([]);
  for (const name of notificationNames) {
    expect(setting(`GOTRUE_MAILER_NOTIFICATIONS_${name.toUpperCase()}_ENABLED`)).toBe("false");
  }
});

test("docker compose limits Auth requests by the client's network, which only the gateway names", () => {
  expect(setting("GOTRUE_RATE_LIMIT_HEADER")).toBe("X-Client-Network");
});
