import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isSigned } from "./verify-webhook.ts";

/** The example of Standard Webhooks' own libraries. */
const secret = "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const example = {
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  body: Buffer.from('{"test": 2432232314}'),
};
const other = `v1,whsec_${"A".repeat(32)}`;
const wrong = `v1,${"A".repeat(43)}=`;

beforeEach(() => void vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const withHeaders = (headers: Record<string, string | string[]>) => ({
  ...example,
  headers: { ...example.headers, ...headers },
});

test("a request that the secret signed is known", () => {
  expect(isSigned(example, [secret])).toBe(true);
  expect(isSigned(example, [other, secret])).toBe(true);
});

test.each([` ${wrong}`, `, ${wrong}`])("of several signatures one is enough, separated by “%s”", (more) => {
  const { "webhook-signature": right } = example.headers;
  expect(isSigned(withHeaders({ "webhook-signature": right + more }), [secret])).toBe(true);
  expect(
    isSigned(withHeaders({ "webhook-signature": `${wrong}${more.replace(wrong, right)}` }), [secret]),
  ).toBe(true);
});

test.each([-300, 300])("a request is known %s seconds after it was signed", (seconds) => {
  vi.setSystemTime(1_614_265_330_000 + seconds * 1_000);
  expect(isSigned(example, [secret])).toBe(true);
});

test.each([-301, 301])("a request is refused %s seconds after it was signed", (seconds) => {
  vi.setSystemTime(1_614_265_330_000 + seconds * 1_000);
  expect(isSigned(example, [secret])).toBe(false);
});

test.each<[string, Record<string, string | string[]>]>([
  ["another id", { "webhook-id": "msg_other" }],
  ["another time", { "webhook-timestamp": "1614265331" }],
  ["no time", { "webhook-timestamp": "" }],
  ["a time that is no number", { "webhook-timestamp": "now" }],
  ["no signature", { "webhook-signature": "" }],
  ["another version", { "webhook-signature": "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" }],
  ["a shorter signature", { "webhook-signature": "v1,g0hM9SsE+OTPJTGt" }],
  ["another signature", { "webhook-signature": wrong }],
])("a request with %s is refused", (_, headers) => {
  expect(isSigned(withHeaders(headers), [secret])).toBe(false);
});

test("a request with another body, or under another secret, is refused", () => {
  expect(isSigned({ ...example, body: Buffer.from('{"test": 2432232315}') }, [secret])).toBe(false);
  expect(isSigned(example, [other])).toBe(false);
  expect(isSigned(example, [])).toBe(false);
});
