import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type HookReply, type HookServer, startHookServer } from "../../testing/hook-server.ts";
import { callHttpHook } from "./call-http-hook.ts";

const secretOf = (text: string) => `v1,whsec_${Buffer.from(text.padEnd(24, "x")).toString("base64")}`;
const secrets = [secretOf("first"), secretOf("second")];
const event = { metadata: { uuid: "1" }, user: { email: "zoë@people.example" } };
// A busy machine may take a second for a call, and only the tests about time are short of it.
const times = { timeoutMs: 10_000, backoffMs: 50 };

let server: HookServer;
beforeAll(async () => {
  server = await startHookServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.calls.length = 0;
  server.reply(() => ({}));
});

const call = () => callHttpHook({ uri: server.uri, secrets }, event, times);

test("a call is JSON, signed with each secret as Standard Webhooks says", async () => {
  server.reply(() => ({ body: { fine: true } }));
  expect(await call()).toEqual({ fine: true });
  const [received, ...more] = server.calls;
  if (!received) throw new Error("The hook was not called");
  const { headers, text } = received;
  expect([JSON.parse(text), more]).toEqual([event, []]);
  expect(headers["content-type"]).toBe("application/json");
  const { "webhook-id": id, "webhook-timestamp": timestamp } = headers;
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(5);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice("v1,whsec_".length), "base64");
    const signed = `${String(id)}.${String(timestamp)}.${text}`;
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  expect(headers["webhook-signature"]).toBe(signatures.join(", "));
});

test.each([429, 503])(
  "a %s with Retry-After is tried three times, each under a different id",
  async (status) => {
    server.reply(() => ({ status, headers: { "retry-after": "true" } }));
    await expect(call()).rejects.toThrow("Service currently unavailable due to hook");
    expect(server.calls.length).toBe(3);
    expect(new Set(server.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    expect(new Set(server.calls.map(({ text }) => text)).size).toBe(1);
  },
);

test("a later attempt may succeed", async () => {
  server.reply(() => (server.calls.length < 3 ? "hang up" : { body: { fine: true } }));
  expect(await call()).toEqual({ fine: true });
  expect(server.calls.length).toBe(3);
});

test("an unreachable service is given up after three attempts", async () => {
  server.reply(() => "hang up");
  await expect(call()).rejects.toMatchObject({
    status: 422,
    code: "hook_timeout_after_retry",
    message: "Failed to reach hook after maximum retries",
  });
  expect(server.calls.length).toBe(3);
});

test("a service that takes too long is not called again", async () => {
  server.reply(() => new Promise(() => undefined));
  const impatient = callHttpHook({ uri: server.uri, secrets }, event, { ...times, timeoutMs: 400 });
  await expect(impatient).rejects.toMatchObject({
    status: 422,
    code: "hook_timeout",
    message: "Failed to reach hook within maximum time of 0.400000 seconds",
  });
  expect(server.calls.length).toBe(1);
});

test("the time counts for all attempts together", async () => {
  server.reply(() => "hang up");
  const slow = callHttpHook({ uri: server.uri, secrets }, event, { timeoutMs: 1_500, backoffMs: 1_000 });
  await expect(slow).rejects.toMatchObject({ status: 422, code: "hook_timeout" });
  expect(server.calls.length).toBe(2);
});

const json = { "content-type": "application/json" };

const unexpected = "500 unexpected_failure";
const invalidType = "400 hook_payload_invalid_content_type";

test.each<[string, string, HookReply]>([
  ["Service currently unavailable due to hook", unexpected, { status: 503, headers: json }],
  ["Invalid payload sent to hook", unexpected, { status: 400 }],
  ["Hook requires authorization token", unexpected, { status: 401 }],
  ["Unexpected status code returned from hook: 500", unexpected, { status: 500 }],
  ["Unexpected status code returned from hook: 404", unexpected, { status: 404 }],
  [
    "Invalid JSON response. Received content-type: text/plain",
    invalidType,
    { headers: { "content-type": "text/plain" } },
  ],
  ["Invalid Content-Type: Missing Content-Type header", invalidType, { headers: {} }],
  ["Error unmarshaling JSON output.", unexpected, { body: "{" }],
  [
    "Payload size exceeded size limit of 204800 bytes",
    "422 hook_payload_over_size_limit",
    { body: { text: "x".repeat(204_800) } },
  ],
])("a service fails with “%s” and %s, at once", async (message, answer, reply) => {
  server.reply(() => reply);
  const [status, code] = answer.split(" ");
  await expect(call()).rejects.toMatchObject({ status: Number(status), code, message });
  expect(server.calls.length).toBe(1);
});

test.each<HookReply>([{ status: 202 }, { headers: { "content-type": "application/json; charset=utf-8" } }])(
  "%o is a success",
  async (reply) => {
    server.reply(() => reply);
    expect(await call()).toEqual({});
  },
);

test("no content is a success", async () => {
  server.reply(() => ({ status: 204, headers: {}, body: "" }));
  expect(await call()).toBeUndefined();
});
