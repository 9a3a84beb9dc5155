import { isErrorCode } from "@sheaf/contract/errors/describe-error";
import * as client from "@supabase/supabase-js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { loadErrorTexts } from "./error-texts.ts";
import { AppError, errorSentences, isSilent, toAppError } from "./errors.ts";

const named = (name: string, rest: object) =>
  Object.assign(new Error("words of a service"), { name, ...rest });

test("what fails before the texts of errors have loaded has a general text, the network's its own", async () => {
  vi.resetModules();
  const { errorSentences } = await import("./errors.ts");
  expect(errorSentences({ message: "item.locked", code: "PT409" })).toMatchObject({
    what: "Something went wrong.",
    code: "PT409",
  });
  expect(errorSentences(new TypeError("Failed to fetch")).what).toBe("We can’t reach the service.");
});

describe("a classified error", () => {
  beforeAll(loadErrorTexts);

  test.each([
    ["a network failure", new TypeError("Failed to fetch"), "network.unreachable"],
    [
      "a network failure reported by the data client",
      { message: "TypeError: Failed to fetch", code: "" },
      "network.unreachable",
    ],
    [
      "a network failure reported by the auth client",
      named("AuthRetryableFetchError", { status: 0 }),
      "network.unreachable",
    ],
    [
      "a network failure reported by Storage",
      named("StorageUnknownError", { originalError: new TypeError("x") }),
      "network.unreachable",
    ],
    ["a timeout", new DOMException("x", "TimeoutError"), "network.timeout"],
    ["an unavailable service", named("AuthRetryableFetchError", { status: 503 }), "service.unavailable"],
    ["an HTML page of a gateway", { message: "<html>", status: 502 }, "service.unavailable"],
    ["a missing session", named("AuthSessionMissingError", { status: 400 }), "session.required"],
    ["a missing verifier", named("AuthPKCECodeVerifierMissingError", {}), "pkce_code_verifier_not_found"],
    ["a weak password", named("AuthWeakPasswordError", { reasons: ["pwned"] }), "weak_password.pwned"],
    ["a weak password without a reason", named("AuthWeakPasswordError", { reasons: [] }), "weak_password"],
    ["an expired code", named("AuthApiError", { status: 403, code: "otp_expired" }), "otp_expired"],
    ["missing credentials", named("AuthInvalidCredentialsError", { status: 400 }), "credentials.incomplete"],
    ["an incomplete response", named("AuthInvalidTokenResponseError", { status: 500 }), "unexpected_failure"],
    [
      "an unreadable response",
      named("AuthUnknownError", { originalError: new SyntaxError("x") }),
      "unexpected_failure",
    ],
    [
      "an unknown error without a cause",
      named("AuthUnknownError", { originalError: null }),
      "unexpected_failure",
    ],
    [
      "a refresh that another tab did first",
      named("AuthRefreshDiscardedError", { status: 409 }),
      "session.renewed_elsewhere",
    ],
    ["an invalid token", named("AuthInvalidJwtError", { status: 400, code: "invalid_jwt" }), "invalid_jwt"],
    [
      "a redirect with a known code",
      named("AuthImplicitGrantRedirectError", { status: 500, details: { error: "x", code: "otp_expired" } }),
      "otp_expired",
    ],
    [
      "a redirect with foreign text",
      named("AuthImplicitGrantRedirectError", { status: 500, details: { code: "Call 0900 now" } }),
      "link.unusable",
    ],
    [
      "a redirect without details",
      named("AuthImplicitGrantRedirectError", { details: null }),
      "link.unusable",
    ],
    [
      "a refused exchange",
      named("AuthPKCEGrantCodeExchangeError", { details: { code: "toString" } }),
      "link.unusable",
    ],
    [
      "a code raised by a database function",
      { message: "item.stale", code: "PT409", details: null, hint: null },
      "item.stale",
    ],
    ["a malformed id", { message: "invalid input syntax for type uuid", code: "22P02" }, "not_found"],
    ["a database permission error", { message: "permission denied", code: "42501" }, "42501"],
    [
      "a file too large",
      named("StorageApiError", { status: 400, statusCode: "413", code: "EntityTooLarge" }),
      "EntityTooLarge",
    ],
    [
      "a missing file without a code",
      named("StorageApiError", { status: 400, statusCode: "404" }),
      "not_found",
    ],
    ["too many requests", { status: 429, message: "slow down" }, "over_request_rate_limit"],
    [
      "a refusal by a hook of Auth",
      named("AuthApiError", { status: 429, code: "unknown", message: "Too many wrong attempts." }),
      "over_request_rate_limit",
    ],
    ["text", "boom", "unknown"],
    ["nothing", undefined, "unknown"],
  ])("has the expected code: %s", (_, error, code) => {
    expect(toAppError(error).code).toBe(code);
  });

  test("reads the wait from Auth's message and from the data client's hint", () => {
    const message = "For security purposes, you can only request this after 42 seconds.";
    const auth = named("AuthApiError", { status: 429, code: "over_email_send_rate_limit", message });
    expect(toAppError(auth).retryAfter).toBe(42);
    const data = { code: "over_request_rate_limit", message: "over_request_rate_limit", hint: "7" };
    expect(toAppError(data).retryAfter).toBe(7);
  });

  test("is not classified twice", () => {
    const error = new AppError("file.empty");
    expect(toAppError(error)).toBe(error);
  });
});

test.each(Object.entries(client).filter(([name]) => /^Auth\w+Error$/.test(name)))(
  "the auth client's error class %s is classified without its message",
  (name, made) => {
    const error: unknown = Reflect.construct(Object(made), ["Call 0900 now", 400]);
    expect(error).toBeInstanceOf(Error);
    const { code } = toAppError(error);
    expect(isErrorCode(code)).toBe(true);
    // These two wrap a service response and cannot be classified without its code.
    expect(code === "unknown").toBe(["AuthError", "AuthApiError"].includes(name));
  },
);

describe("the text of an error", () => {
  beforeAll(loadErrorTexts);

  test("never comes from a service", () => {
    const { what, next } = errorSentences(named("AuthApiError", { status: 400, code: "brand_new_code" }));
    expect(`${what} ${next}`).not.toContain("words of a service");
  });

  test("never comes from the URL", () => {
    const hostile = "Your account is locked. Call 0900 123.";
    const { what, next, code } = errorSentences(
      Object.assign(new Error(hostile), {
        name: "AuthImplicitGrantRedirectError",
        details: { error: hostile, code: hostile },
      }),
    );
    expect(`${what} ${next} ${code}`).not.toContain("0900");
  });

  test("is hidden for silent errors", () => {
    expect(isSilent(named("AuthRefreshDiscardedError", { status: 409 }))).toBe(true);
    expect(isSilent(new AppError("otp_expired"))).toBe(false);
  });

  test("includes the code only if it is generic", () => {
    expect(errorSentences(named("AuthApiError", { code: "brand_new_code" })).code).toBe("brand_new_code");
    expect(errorSentences(new AppError("otp_expired")).code).toBeUndefined();
  });
});
