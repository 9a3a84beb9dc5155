import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { describe, expect, test } from "vitest";
import { readWorkerConfig } from "./config.ts";

const environment = {
  SUPABASE_URL: "https://project.example",
  SUPABASE_SECRET_KEY: "sb_secret_of_the_project",
  SITE_URL: "https://sheaf.example",
  SMTP_URL: "smtp://smtp.example:587",
  EMAIL_FROM: "sheaf@sheaf.example",
};

test("the user and the password of the mail server may contain any character", () => {
  const { email } = readWorkerConfig({ ...environment, SMTP_USER: "a@b", SMTP_PASSWORD: "p/a+s:s%20" });
  const url = new URL(email.smtpUrl);
  expect([url.host, decodeURIComponent(url.username), decodeURIComponent(url.password)]).toEqual([
    "smtp.example:587",
    "a@b",
    "p/a+s:s%20",
  ]);
});

test("an empty user and password are none", () => {
  const { email } = readWorkerConfig({ ...environment, SMTP_USER: "", SMTP_PASSWORD: "" });
  expect(email.smtpUrl).toBe("smtp://smtp.example:587");
});

test("port 465 uses TLS from the start", () => {
  const { email } = readWorkerConfig({ ...environment, SMTP_URL: "smtp://smtp.example:465" });
  expect(email.smtpUrl).toBe("smtps://smtp.example:465");
});

test("what a task needs is named, and only if the task runs", () => {
  const { SMTP_URL: _server, EMAIL_FROM: _sender, SITE_URL: _site, ...rest } = environment;
  expect(() => readWorkerConfig(rest)).toThrow(
    /SITE_URL is not set\n.*SMTP_URL is not set\n.*EMAIL_FROM is not set/,
  );
  expect(readWorkerConfig({ ...rest, WORKER_TASKS: "purge" }).tasks).toEqual(["purge"]);
});

describe("the key of receipts", () => {
  const key = `2026:${"A".repeat(43)}`;

  test("decides whether receipts are signed", () => {
    expect(readWorkerConfig(environment).tasks).not.toContain("receipts");
    const { tasks, signingKey } = readWorkerConfig({ ...environment, RECEIPT_SIGNING_KEY: key });
    expect(tasks).toContain("receipts");
    expect(signingKey).toMatchObject({ kid: "2026", secret: new Uint8Array(32) });
    expect(() => readWorkerConfig({ ...environment, WORKER_TASKS: "receipts" })).toThrow(
      "RECEIPT_SIGNING_KEY is not set",
    );
  });

  test("is refused if it is no key, and in production if everybody has it", () => {
    const refused = (RECEIPT_SIGNING_KEY: string, more = {}) =>
      expect(() => readWorkerConfig({ ...environment, RECEIPT_SIGNING_KEY, ...more }));
    refused("2026").toThrow("RECEIPT_SIGNING_KEY must be <id>:<secret key>");
    refused(localReceiptKey.signing, { NODE_ENV: "production" }).toThrow("key of every local installation");
  });
});

describe("the Send Email hook", () => {
  const secrets = [`v1,whsec_${"A".repeat(43)}=`, `v1,whsec_${"B".repeat(32)}`];
  const withHook = (more: Record<string, string> = {}) =>
    readWorkerConfig({ ...environment, SEND_EMAIL_HOOK_SECRET: secrets.join("|"), ...more });

  test("is off without a secret", () => {
    expect(readWorkerConfig(environment).hook).toBeUndefined();
    expect(readWorkerConfig({ ...environment, SEND_EMAIL_HOOK_SECRET: "" }).hook).toBeUndefined();
  });

  test("takes several secrets, and listens on this machine alone unless it is told otherwise", () => {
    expect(withHook().hook).toEqual({
      secrets,
      host: "127.0.0.1",
      port: 3002,
      siteUrl: "https://sheaf.example",
      smtpUrl: "smtp://smtp.example:587",
      from: "sheaf@sheaf.example",
    });
    const elsewhere = withHook({ SEND_EMAIL_HOOK_HOST: "0.0.0.0", SEND_EMAIL_HOOK_PORT: "4000" });
    expect(elsewhere.hook).toMatchObject({ host: "0.0.0.0", port: 4_000 });
  });

  test("needs what sends emails, whichever tasks run", () => {
    const { SMTP_URL: _server, EMAIL_FROM: _sender, SITE_URL: _site, ...rest } = environment;
    expect(() =>
      readWorkerConfig({ ...rest, WORKER_TASKS: "purge", SEND_EMAIL_HOOK_SECRET: secrets.join("|") }),
    ).toThrow(/SITE_URL is not set\n.*SMTP_URL is not set\n.*EMAIL_FROM is not set/);
  });

  test.each(["whsec_A", `v1,whsec_${"A".repeat(31)}`, `${secrets.join("|")}|`, `v1a,whpk_${"A".repeat(44)}`])(
    "refuses %s as a secret",
    (secret) => {
      expect(() => withHook({ SEND_EMAIL_HOOK_SECRET: secret })).toThrow(
        "SEND_EMAIL_HOOK_SECRET must be v1,whsec_ and a secret in Base64, or several with | between them",
      );
    },
  );
});
