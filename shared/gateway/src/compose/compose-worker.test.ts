import { readAuthEnvironment } from "@sheaf/platform/standalone/auth-environment";
import { describe, expect, test } from "vitest";
import { development, production } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";

async function environmentOf(service: string, settings: Record<string, string>) {
  const { services } = await readCompose(settings);
  return services[service]?.environment ?? {};
}

test("the worker of docker compose sends email by Auth's server, user and sender", async () => {
  const auth = await environmentOf("auth", production);
  expect(await environmentOf("worker", production)).toMatchObject({
    SMTP_URL: `smtp://${auth["GOTRUE_SMTP_HOST"]}:${auth["GOTRUE_SMTP_PORT"]}`,
    SMTP_USER: auth["GOTRUE_SMTP_USER"],
    SMTP_PASSWORD: auth["GOTRUE_SMTP_PASS"],
    EMAIL_FROM: auth["GOTRUE_SMTP_ADMIN_EMAIL"],
    SITE_URL: auth["GOTRUE_SITE_URL"],
  });
});

test("it can have a separate sender", async () => {
  const settings = { ...production, EMAIL_SENDER: "sheaf@mail.sheaf.example" };
  expect(await environmentOf("worker", settings)).toMatchObject({ EMAIL_FROM: "sheaf@mail.sheaf.example" });
  expect(await environmentOf("auth", settings)).toMatchObject({
    GOTRUE_SMTP_ADMIN_EMAIL: "sheaf@sheaf.example",
  });
});

test("in development it sends to the mailbox, which is on one of its networks", async () => {
  expect(await environmentOf("worker", development)).toMatchObject({
    SMTP_URL: "smtp://mail:1025",
    SMTP_USER: "",
    SMTP_PASSWORD: "",
    EMAIL_FROM: "sheaf@localhost.example",
  });
  const { services } = await readCompose(development);
  const networksOf = (service: string) => Object.keys(services[service]?.networks ?? {});
  expect(networksOf("mail").some((name) => networksOf("worker").includes(name))).toBe(true);
});

test("its health check asks the port that it is given", async () => {
  const { services } = await readCompose(development);
  const { WORKER_PORT } = services["worker"]?.environment ?? {};
  expect(services["worker"]?.healthcheck?.test?.at(-1)).toBe(`http://127.0.0.1:${WORKER_PORT}/healthz`);
});

describe("Auth's Send Email hook", () => {
  const secret = `v1,whsec_${"A".repeat(43)}=`;

  test("is called where the worker listens, by a name that Auth accepts, with one secret", async () => {
    const on = { ...development, SEND_EMAIL_HOOK_ENABLED: "true", SEND_EMAIL_HOOK_SECRET: secret };
    const { services } = await readCompose(on);
    const { sendEmailHook } = readAuthEnvironment(services["auth"]?.environment ?? {}).settings;
    const worker = services["worker"];
    expect(worker?.environment["SEND_EMAIL_HOOK_HOST"]).toBe("0.0.0.0");
    expect(sendEmailHook?.secrets).toEqual([worker?.environment["SEND_EMAIL_HOOK_SECRET"]]);
    const { hostname, port, pathname } = new URL(sendEmailHook?.uri ?? "");
    expect(worker?.networks["hook"]).toEqual([hostname]);
    expect([port, pathname]).toEqual([worker?.environment["SEND_EMAIL_HOOK_PORT"], "/hooks/send-email"]);
    expect(port).not.toBe(worker?.environment["WORKER_PORT"]);
  });

  test("is off in a .env from before it", async () => {
    const { services } = await readCompose(development);
    expect(readAuthEnvironment(services["auth"]?.environment ?? {}).settings.sendEmailHook).toBeUndefined();
    expect(services["worker"]?.environment["SEND_EMAIL_HOOK_SECRET"]).toBe("");
  });
});
