import { afterEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../../lib/errors.ts";
import { canRetry, isInterruption, isSessionFailure, retriesSoon } from "./retry-policy.ts";

afterEach(() => void vi.unstubAllGlobals());

describe("a failed upload", () => {
  test.each([
    ["upload.interrupted", { soon: true, reconnect: true, session: false, can: true }],
    ["upload.paused", { soon: false, reconnect: true, session: false, can: true }],
    ["SlowDown", { soon: true, reconnect: false, session: false, can: true }],
    ["InvalidJWT", { soon: false, reconnect: false, session: true, can: true }],
    ["EntityTooLarge", { soon: false, reconnect: false, session: false, can: false }],
    ["an unknown code", { soon: false, reconnect: false, session: false, can: true }],
    ["toString", { soon: false, reconnect: false, session: false, can: true }],
  ])("%s follows its rule", (code, rule) => {
    vi.stubGlobal("navigator", { onLine: true });
    expect({
      soon: retriesSoon(new AppError(code)),
      reconnect: isInterruption(code),
      session: isSessionFailure(code),
      can: canRetry(code),
    }).toEqual(rule);
  });

  test("is not retried immediately while the device is offline", () => {
    vi.stubGlobal("navigator", { onLine: false });
    expect(retriesSoon(new AppError("upload.interrupted"))).toBe(false);
  });
});
