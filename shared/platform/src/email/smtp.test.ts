import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Platform } from "../platform.ts";
import { callAuth } from "../testing/call-auth.ts";
import { startSmtpServer } from "../testing/smtp-server.ts";
import { platformWith } from "../testing/platform-with.ts";

const user = { name: "sheaf", pass: "smtp-password" };

let server: Awaited<ReturnType<typeof startSmtpServer>>;
let platform: Platform;
let now = Date.now();

const smtp = (port: number, pass: string) => `
[auth.rate_limit]
email_sent = 100
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${port}
user = "${user.name}"
pass = "${pass}"
admin_email = "office@sheaf.example"
sender_name = "Sheaf, the office"`;

beforeAll(async () => {
  server = await startSmtpServer(user);
  platform = await platformWith({ added: smtp(server.port, user.pass) }, { clock: () => new Date(now) });
}, 60_000);
beforeEach(() => {
  // Longer than any minimum interval between two emails.
  now += 3_600_000;
  server.respondWith("accept");
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

function call(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

/** Code in the newest email that the server accepted. */
function newestCode(): string {
  const raw = server.delivered.at(-1)?.raw ?? "";
  return /Or enter this code: (\d{8})/.exec(raw)?.[1] ?? "";
}

async function signIn(email: string): Promise<string> {
  await call("POST", "/otp", { email });
  const { body } = await call("POST", "/verify", { type: "email", email, token: newestCode() });
  return (body as { access_token: string }).access_token;
}

const sendingFailed = (emailKind: string) => ({
  status: 500,
  body: { code: "unexpected_failure", message: `Error sending ${emailKind} email` },
});

test("an email goes out by SMTP from the configured sender, and its code signs in", async () => {
  const email = "ann@people.example";
  expect(await call("POST", "/otp", { email })).toMatchObject({ status: 200, body: {} });
  const delivered = server.delivered.at(-1);
  expect(delivered).toMatchObject({ from: "office@sheaf.example", to: [email] });
  expect(delivered?.raw).toMatch(/^From: "Sheaf, the office" <office@sheaf\.example>\r$/m);
  expect(delivered?.raw).toMatch(/^Subject: Confirm your email address\r$/m);
  expect(delivered?.raw.match(/^Content-Type: .*(?=;)/gm)).toEqual(["Content-Type: text/html"]);
  const proof = { type: "email", email, token: newestCode() };
  expect(await call("POST", "/verify", proof)).toMatchObject({ status: 200, body: { user: { email } } });
  expect(platform.mailbox.messages()).toEqual([]);
});

test("a failed delivery creates no account and can be retried at once", async () => {
  const email = "refused@people.example";
  server.respondWith("reject");
  expect(await call("POST", "/otp", { email })).toMatchObject(sendingFailed("confirmation"));
  expect(await call("POST", "/signup", { email, password: "a long enough one" })).toMatchObject(
    sendingFailed("confirmation"),
  );
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query("select 1 from auth.users where email = $1", [email]),
  );
  expect(rows).toEqual([]);
  server.respondWith("accept");
  expect(await call("POST", "/otp", { email })).toMatchObject({ status: 200 });
});

test("an earlier code stays valid if the next email can't be sent", async () => {
  const email = "kept@people.example";
  await signIn(email);
  now += 3_600_000;
  await call("POST", "/otp", { email });
  const token = newestCode();
  now += 2000;
  server.respondWith("reject");
  expect(await call("POST", "/otp", { email })).toMatchObject(sendingFailed("magic link"));
  expect(await call("POST", "/verify", { type: "email", email, token })).toMatchObject({ status: 200 });
});

test("a failed delivery is reported with the kind of email", async () => {
  const email = "named@people.example";
  const token = await signIn(email);
  now += 60_000;
  server.respondWith("reject");
  expect(await call("POST", "/otp", { email })).toMatchObject(sendingFailed("magic link"));
  expect(await call("POST", "/recover", { email })).toMatchObject(sendingFailed("recovery"));
  expect(await call("GET", "/reauthenticate", undefined, token)).toMatchObject(
    sendingFailed("reauthentication"),
  );
  const change = { email: "new@people.example" };
  expect(await call("PUT", "/user", change, token)).toMatchObject(sendingFailed("email change"));
  const { body } = await call("GET", "/user", undefined, token);
  expect(body).not.toHaveProperty("new_email");
});

test("a request for an address without an account succeeds, because it sends no email", async () => {
  server.respondWith("reject");
  const email = "nobody@people.example";
  expect(await call("POST", "/recover", { email })).toMatchObject({ status: 200, body: {} });
  expect(await call("POST", "/resend", { type: "signup", email })).toMatchObject({ status: 200, body: {} });
});

test("rejected SMTP credentials fail the request like an unreachable server, in the older API version too", async () => {
  const unauthenticated = await platformWith({ added: smtp(server.port, "a guess") });
  try {
    const response = await fetch(`${unauthenticated.url}/auth/v1/otp`, {
      method: "POST",
      headers: { apikey: unauthenticated.anonKey },
      body: JSON.stringify({ email: "ann@people.example" }),
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 500,
      error_code: "unexpected_failure",
      msg: "Error sending confirmation email",
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  } finally {
    await unauthenticated.stop();
  }
});

test("a request times out if the SMTP server never answers", async () => {
  const shortTimeout = await platformWith(
    { added: smtp(server.port, user.pass) },
    { auth: { maxRequestDuration: 0.5 } },
  );
  try {
    server.respondWith("silence");
    const request = { method: "POST", path: "/otp", body: { email: "ann@people.example" } };
    expect(await callAuth(shortTimeout, request)).toEqual({
      status: 504,
      body: {
        code: "request_timeout",
        message: "Processing this request timed out, please retry after a moment.",
      },
    });
  } finally {
    // The transaction waits for the server, and the stop for the transaction.
    server.respondWith("reject");
    await shortTimeout.stop();
  }
});
