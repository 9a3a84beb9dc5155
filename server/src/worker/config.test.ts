import { expect, test } from "vitest";
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
