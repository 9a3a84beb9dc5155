import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Platform } from "@sheaf/platform";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { callHook, type HookCall, hookSecret, signedHeaders } from "../../testing/call-hook.ts";
import { sendRequest } from "../../testing/documents.ts";
import { startWorkerPlatform } from "../../testing/start-platform.ts";
import { type SmtpSink, startSmtp } from "../../testing/start-smtp.ts";
import { runWorker, startWorker, type WorkerProcess } from "../../testing/start-worker.ts";

let platform: Platform;
let smtp: SmtpSink;
let worker: WorkerProcess;
let url: string;
/** A request's link, and the address that it was sent to. */
let link: { token: string; address: string };

const settings = () => ({
  WORKER_TASKS: "purge",
  SMTP_URL: smtp.url,
  SEND_EMAIL_HOOK_SECRET: hookSecret,
  SEND_EMAIL_HOOK_PORT: "0",
});

async function startHook(more: Record<string, string> = {}): Promise<[WorkerProcess, string]> {
  const started = startWorker(platform.url, [], { ...settings(), ...more });
  await vi.waitUntil(() => started.output().includes("The worker is running"), { timeout: 10_000 });
  const port = /"hook":\{[^}]*"port":(\d+)/.exec(started.output())?.[1];
  return [started, `http://127.0.0.1:${port}`];
}

beforeAll(async () => {
  platform = await startWorkerPlatform();
  smtp = await startSmtp();
  [worker, url] = await startHook();
  await sendRequest(platform);
  const { rows } = await platform.database.as("supabase_admin", {}, (query) =>
    query<{ token: string; address: string }>(
      "select l.token, p.email as address from public.request_links as l join public.recipients as p using (request_id)",
    ),
  );
  link = rows[0] ?? { token: "", address: "" };
});
afterAll(async () => {
  worker.signal("SIGTERM");
  expect(await worker.ended, worker.output()).toBe(0);
  await smtp.stop();
  await platform.stop();
});
beforeEach(() => smtp.reply(() => "accept"));

const hashes = { own: "pkce_".padEnd(61, "1"), other: "pkce_".padEnd(61, "2") };

interface Event {
  type?: string;
  user?: Record<string, unknown>;
  data?: Record<string, unknown>;
}

/** A call of Auth. Its `site_url` is its own address. */
const event = ({ type = "magiclink", user = {}, data = {} }: Event = {}) => ({
  metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: "send-email" },
  user: {
    id: randomUUID(),
    email: "ana@duarte.example",
    user_metadata: { name: "You won a prize, call 0800 1234", workspace: "Evil Corp" },
    ...user,
  },
  email_data: {
    token: "56488557",
    token_hash: hashes.own,
    redirect_to: "https://sheaf.example/auth/callback",
    email_action_type: type,
    site_url: "https://project.example/auth/v1",
    token_new: "",
    token_hash_new: "",
    old_email: "",
    ...data,
  },
});

const call = (body: unknown, more: Omit<HookCall, "body"> = {}) => callHook(url, { body, ...more });
const done = { status: 200, type: "application/json", body: {} };
const refused = (message: string, status = 200, http_code = 500) => ({
  status,
  type: "application/json",
  body: { error: { http_code, message } },
});

/** The emails that a call sends. */
async function sentBy(body: unknown) {
  const before = smtp.received.length;
  expect(await call(body)).toEqual(done);
  return smtp.received.slice(before);
}

const byLink = (token: string, address: string, type = "magiclink") =>
  event({
    type,
    user: { email: address },
    data: {
      redirect_to: `https://sheaf.example/auth/callback?next=${encodeURIComponent(`/r/${token}`)}&sb_flow_id=0123456789abcdef`,
    },
  });

describe("an email with a code", () => {
  test("has the code in its subject, a text part, and a link to this site", async () => {
    const [email, ...more] = await sentBy(event());
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      subject: "Your Sheaf code is 5648 8557",
      from: { name: "Sheaf", address: "post@sheaf.example" },
      to: [{ name: "", address: "ana@duarte.example" }],
      recipients: ["ana@duarte.example"],
    });
    expect(email?.header("Auto-Submitted")).toBe("auto-generated");
    expect(email?.text).toContain("5648 8557");
    const confirm = `https://sheaf.example/auth/confirm?token_hash=${hashes.own}&type=magiclink&redirect_to=https%3A%2F%2Fsheaf.example%2Fauth%2Fcallback`;
    expect(email?.text).toContain(`${confirm}\n`);
    expect(email?.html).toContain(`href="${confirm.replaceAll("&", "&amp;")}"`);
  });

  test.each(["signup", "magiclink"])(
    "for %s names the workspace to a recipient who came by the request’s link",
    async (type) => {
      const [email] = await sentBy(byLink(link.token, link.address, type));
      expect(email?.subject).toBe("Okafor & Lind: your code is 5648 8557");
      expect(email?.text).toContain("You’re opening a request from Okafor & Lind.");
      expect(email?.html).toContain("Okafor &amp; Lind");
      expect(email?.text).toContain(`next%3D%252Fr%252F${link.token}%26sb_flow_id%3D0123456789abcdef`);
    },
  );

  test("names no workspace to any other address, by any other link, or for another purpose", async () => {
    const others = [
      byLink(link.token, "somebody@else.example"),
      byLink("x".repeat(43), link.address),
      byLink(link.token, link.address, "recovery"),
      event({ user: { email: link.address } }),
    ];
    for (const other of others) {
      const [email] = await sentBy(other);
      expect(`${email?.subject} ${email?.text} ${email?.html}`).not.toContain("Okafor");
    }
  });

  test("prints nothing of what a stranger chose", async () => {
    const redirect = `https://sheaf.example/auth/callback?next=${encodeURIComponent("/r/call-0800-1234?workspace=Evil Corp")}`;
    const [email] = await sentBy(event({ data: { redirect_to: redirect } }));
    const [elsewhere] = await sentBy(event({ data: { redirect_to: "https://evil.example/prize" } }));
    for (const each of [email, elsewhere]) {
      const whole = `${each?.subject} ${each?.text} ${each?.html} ${each?.raw.toString("utf8")}`;
      expect(whole).not.toMatch(/evil|prize|0800/i);
    }
  });

  test("confirms a change at both addresses, each by its own code and its own link", async () => {
    const change = event({
      type: "email_change",
      user: { email: "old@people.example", new_email: "new@people.example" },
      // Crossed, as Auth sends them.
      data: {
        token: "11111111",
        token_hash_new: hashes.own,
        token_new: "22222222",
        token_hash: hashes.other,
      },
    });
    const emails = await sentBy(change);
    expect(emails.map(({ recipients, subject, text }) => [recipients, subject, text])).toEqual([
      [["new@people.example"], expect.stringMatching(/2222 2222$/), expect.stringContaining(hashes.other)],
      [["old@people.example"], expect.stringMatching(/1111 1111$/), expect.stringContaining(hashes.own)],
    ]);
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2);
    for (const { text } of emails) {
      expect(text?.replaceAll("\u2060", "")).toMatch(
        /old@people\.example asked to change[^]*new@people\.example/,
      );
    }
  });

  test("confirms a change at the new address alone, where only that is asked", async () => {
    const [email, ...more] = await sentBy(
      event({ type: "email_change", user: { new_email: "new@people.example" } }),
    );
    expect([email?.recipients, more]).toEqual([["new@people.example"], []]);
  });

  test.each([
    ["recovery", "Choose a new password: your code is 5648 8557"],
    ["invite", "Your invitation to Sheaf: your code is 5648 8557"],
    ["reauthentication", "Confirm a change: your code is 5648 8557"],
  ])("is written for %s", async (type, subject) => {
    const [email] = await sentBy(event({ type }));
    expect(email?.subject).toBe(subject);
    expect(email?.text?.includes("/auth/confirm")).toBe(type !== "reauthentication");
  });

  test("leaves without a name if the platform can’t be asked", async () => {
    const [alone, address] = await startHook({ SUPABASE_URL: "http://127.0.0.1:9" });
    onTestFinished(() => alone.signal("SIGKILL"));
    const before = smtp.received.length;
    expect(await callHook(address, { body: byLink(link.token, link.address) })).toEqual(done);
    expect(smtp.received.slice(before).map(({ subject }) => subject)).toEqual([
      "Your Sheaf code is 5648 8557",
    ]);
  });
});

describe("a call of the hook", () => {
  test("is answered with an error if the mail server doesn’t take the email, and can be repeated", async () => {
    const body = event();
    const before = smtp.received.length;
    for (const reply of ["hang up", { at: "DATA", code: 451 }, { at: "RCPT TO", code: 550 }] as const) {
      smtp.reply(() => reply);
      expect(await call(body)).toEqual(refused("The email could not be sent"));
    }
    smtp.reply(() => "accept");
    expect(await call(body)).toEqual(done);
    expect(smtp.received.length).toBe(before + 1);
    expect(new Set(smtp.attempts.slice(-3)).size).toBe(1);
    expect(worker.output()).toMatch(/"kind":"magiclink","reason":"451"/);
  });

  test("is answered before Auth gives up, if the mail server says nothing", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const [alone, address] = await startHook({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    onTestFinished(() => {
      alone.signal("SIGKILL");
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const startedAt = performance.now();
    expect(await callHook(address, { body: event() })).toEqual(refused("The email could not be sent"));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("sends once, however often it is repeated", async () => {
    const before = smtp.received.length;
    const body = event();
    const id = randomUUID();
    const answers = await Promise.all([call(body, { id }), call(body, { id }), call(body)]);
    expect(answers).toEqual([done, done, done]);
    const headers = signedHeaders({ body, id });
    for (let repeat = 0; repeat < 3; repeat += 1) expect(await call(body, { headers })).toEqual(done);
    expect(smtp.received.length).toBe(before + 1);
  });

  test.each<[string, Omit<HookCall, "body">]>([
    ["another secret", { secret: `v1,whsec_${"A".repeat(32)}` }],
    ["an old signature", { signedIn: -301 }],
    ["a signature from the future", { signedIn: 302 }],
    ["no signature", { headers: { "webhook-signature": "" } }],
  ])("with %s is refused, and sends nothing", async (_, more) => {
    const before = smtp.attempts.length;
    expect(await call(event(), more)).toEqual(refused("The signature is not valid", 401, 401));
    expect(smtp.attempts.length).toBe(before);
  });

  test.each([
    ["a kind that the worker doesn’t write", event({ type: "password_changed_notification" })],
    ["no kind", {}],
    ["no JSON", "{"],
    ["another shape", "[1]"],
  ])("for %s is refused, and sends nothing", async (_, body) => {
    const before = smtp.attempts.length;
    expect(await call(body)).toEqual(refused("This kind of email is not supported"));
    expect(smtp.attempts.length).toBe(before);
  });

  test.each([
    ["a code", event({ data: { token: "" } })],
    ["a proof", event({ data: { token_hash: "x y" } })],
    ["an address", event({ user: { email: "" } })],
    ["one address", event({ user: { email: "a b@x.example\r\nBcc: c@d.example" } })],
    ["a new address", event({ type: "email_change", user: { new_email: "" } })],
    ["the second proof", event({ type: "email_change", data: { token_new: "1234" } })],
  ])("without %s is refused, and sends nothing", async (_, body) => {
    const before = smtp.attempts.length;
    expect(await call(body)).toEqual(refused("The request for an email is incomplete"));
    expect(smtp.attempts.length).toBe(before);
  });

  test("has a path, a method and a length", async () => {
    const missing = refused("Not found", 404, 404);
    expect(await call(event(), { path: "/" })).toEqual(missing);
    expect(await call(event(), { path: "/hooks/send-email?x" })).toEqual(missing);
    expect(await call(event(), { method: "GET" })).toEqual(missing);
    const large = event({ user: { user_metadata: { note: "x".repeat(300_000) } } });
    expect(await call(large)).toEqual(refused("The request is too large", 413, 413));
  });

  test("leaves no address, code or secret in the log", async () => {
    await sentBy(event());
    expect(worker.output()).toContain("Sent an email with a code");
    expect(worker.output()).not.toMatch(/duarte|56488557|5648 8557|whsec|pkce_/);
  });
});

describe("the hook", () => {
  test("is off without its secret", async () => {
    const plain = startWorker(platform.url, [], { WORKER_TASKS: "purge" });
    onTestFinished(() => plain.signal("SIGKILL"));
    await expect.poll(() => plain.output(), { timeout: 10_000 }).toContain("The worker is running");
    expect(plain.output()).not.toContain('"hook"');
  });

  test("ends with the worker if the health check has no port", async () => {
    const port = new URL(url).port;
    const { code, output } = await runWorker(platform.url, [], { ...settings(), WORKER_PORT: port });
    expect(code).toBe(1);
    expect(output).toContain(`address already in use 127.0.0.1:${port}`);
  });

  test("needs what sends emails, and a secret of Auth’s form, by name", async () => {
    const { code, output } = await runWorker(platform.url, [], {
      WORKER_TASKS: "purge",
      SITE_URL: "",
      EMAIL_FROM: "",
      SEND_EMAIL_HOOK_SECRET: `${hookSecret}|whsec_short`,
      SEND_EMAIL_HOOK_PORT: "99999",
    });
    expect(code).toBe(1);
    expect(output).toContain("SEND_EMAIL_HOOK_SECRET must be v1,whsec_");
    expect(output).toContain("SEND_EMAIL_HOOK_PORT must be at most 65535");
    expect(output).not.toContain(hookSecret);
  });
});
