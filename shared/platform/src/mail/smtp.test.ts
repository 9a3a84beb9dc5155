import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Platform } from "../platform.ts";
import { askAuth } from "../testing/ask-auth.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { platformWith } from "../testing/platform-with.ts";

const user = { name: "sheaf", pass: "between us" };

let server: Awaited<ReturnType<typeof startMailServer>>;
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
  server = await startMailServer(user);
  platform = await platformWith({ added: smtp(server.port, user.pass) }, { clock: () => new Date(now) });
}, 60_000);
beforeEach(() => {
  // Past every interval between two mails.
  now += 3_600_000;
  server.be("accepts");
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return askAuth(platform, { method, path, body, token });
}

/** The code in the newest mail that the server took. */
function newestCode(): string {
  const raw = server.delivered.at(-1)?.raw ?? "";
  return /Or enter this code: (\d{8})/.exec(raw)?.[1] ?? "";
}

async function signIn(email: string): Promise<string> {
  await ask("POST", "/otp", { email });
  const { body } = await ask("POST", "/verify", { type: "email", email, token: newestCode() });
  return (body as { access_token: string }).access_token;
}

const unsent = (what: string) => ({
  status: 500,
  body: { code: "unexpected_failure", message: `Error sending ${what} email` },
});

test("a mail leaves by the server, from whom the settings name, and its code opens the door", async () => {
  const email = "ann@people.example";
  expect(await ask("POST", "/otp", { email })).toMatchObject({ status: 200, body: {} });
  const mail = server.delivered.at(-1);
  expect(mail).toMatchObject({ from: "office@sheaf.example", to: [email] });
  expect(mail?.raw).toMatch(/^From: "Sheaf, the office" <office@sheaf\.example>\r$/m);
  expect(mail?.raw).toMatch(/^Subject: Confirm your email address\r$/m);
  expect(mail?.raw).toMatch(/^Content-Type: text\/html/m);
  const proof = { type: "email", email, token: newestCode() };
  expect(await ask("POST", "/verify", proof)).toMatchObject({ status: 200, body: { user: { email } } });
  expect(platform.mailbox.messages()).toEqual([]);
});

test("who could not be mailed is no account yet, and may ask again at once", async () => {
  const email = "refused@people.example";
  server.be("refuses");
  expect(await ask("POST", "/otp", { email })).toMatchObject(unsent("confirmation"));
  expect(await ask("POST", "/signup", { email, password: "a long enough one" })).toMatchObject(
    unsent("confirmation"),
  );
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query("select 1 from auth.users where email = $1", [email]),
  );
  expect(rows).toEqual([]);
  server.be("accepts");
  expect(await ask("POST", "/otp", { email })).toMatchObject({ status: 200 });
});

test("a code that was mailed before stays good when the next mail cannot be sent", async () => {
  const email = "kept@people.example";
  await signIn(email);
  now += 3_600_000;
  await ask("POST", "/otp", { email });
  const token = newestCode();
  now += 2000;
  server.be("refuses");
  expect(await ask("POST", "/otp", { email })).toMatchObject(unsent("magic link"));
  expect(await ask("POST", "/verify", { type: "email", email, token })).toMatchObject({ status: 200 });
});

test("every mail that fails is named", async () => {
  const email = "named@people.example";
  const token = await signIn(email);
  now += 60_000;
  server.be("refuses");
  expect(await ask("POST", "/magiclink", { email })).toMatchObject(unsent("magic link"));
  expect(await ask("POST", "/recover", { email })).toMatchObject(unsent("recovery"));
  expect(await ask("GET", "/reauthenticate", undefined, token)).toMatchObject(unsent("reauthentication"));
  const change = { email: "new@people.example" };
  expect(await ask("PUT", "/user", change, token)).toMatchObject(unsent("email change"));
  const { body } = await ask("GET", "/user", undefined, token);
  expect(body).not.toHaveProperty("new_email");
});

test("an address without an account is answered as ever, because nobody mails it", async () => {
  server.be("refuses");
  const email = "nobody@people.example";
  expect(await ask("POST", "/recover", { email })).toMatchObject({ status: 200, body: {} });
  expect(await ask("POST", "/resend", { type: "signup", email })).toMatchObject({ status: 200, body: {} });
});

test("a server that does not know us is one that cannot be reached, in the older body version too", async () => {
  const stranger = await platformWith({ added: smtp(server.port, "a guess") });
  try {
    const answer = await fetch(`${stranger.url}/auth/v1/otp`, {
      method: "POST",
      headers: { apikey: stranger.anonKey },
      body: JSON.stringify({ email: "ann@people.example" }),
    });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      code: 500,
      error_code: "unexpected_failure",
      msg: "Error sending confirmation email",
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  } finally {
    await stranger.stop();
  }
});

test("whoever waits for a server that never answers is told to come back", async () => {
  const impatient = await platformWith(
    { added: smtp(server.port, user.pass) },
    { auth: { maxRequestDuration: 0.5 } },
  );
  try {
    server.be("silent");
    const question = { method: "POST", path: "/otp", body: { email: "ann@people.example" } };
    expect(await askAuth(impatient, question)).toEqual({
      status: 504,
      body: {
        code: "request_timeout",
        message: "Processing this request timed out, please retry after a moment.",
      },
    });
  } finally {
    await impatient.stop();
  }
});
