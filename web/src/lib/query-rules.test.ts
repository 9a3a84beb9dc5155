import { expect, test } from "vitest";
import { AppError } from "./errors.ts";
import { retryDelay, shouldRetry } from "./query-rules.ts";

test.each(["network.unreachable", "network.timeout", "service.unavailable", "PGRST003", "SlowDown"])(
  "%s is temporary and retried up to three times",
  (code) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, new AppError(code)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  },
);

test.each(["not_found", "42501", "session.required", "request.closed", "over_request_rate_limit", "unknown"])(
  "%s is final and not retried",
  (code) => expect(shouldRetry(0, new AppError(code))).toBe(false),
);

test("a service that states a retry time is retried then", () => {
  const error = new AppError("over_request_rate_limit", { retryAfter: 7 });
  expect(shouldRetry(0, error)).toBe(true);
  expect(retryDelay(0, error)).toBe(7000);
});

test("otherwise delays double up to a limit", () => {
  const error = new AppError("network.unreachable");
  expect([0, 1, 2, 9].map((failures) => retryDelay(failures, error))).toEqual([500, 1000, 2000, 8000]);
});
