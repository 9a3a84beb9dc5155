import { describe, expect, test } from "vitest";
import { AppError, errorSentences, toAppError } from "./errors.ts";

const named = (name: string, rest: object) =>
  Object.assign(new Error("words of a service"), { name, ...rest });

describe("what a call ended with", () => {
  test.each([
    ["a lost network", new TypeError("Failed to fetch"), "network.unreachable"],
    [
      "a lost network, told by the data client",
      { message: "TypeError: Failed to fetch", code: "" },
      "network.unreachable",
    ],
    [
      "a lost network, told by the auth client",
      named("AuthRetryableFetchError", { status: 0 }),
      "network.unreachable",
    ],
    [
      "a lost network, told by storage",
      named("StorageUnknownError", { originalError: new TypeError("x") }),
      "network.unreachable",
    ],
    ["no answer in time", new DOMException("x", "TimeoutError"), "network.timeout"],
    ["a service that is down", named("AuthRetryableFetchError", { status: 503 }), "service.unavailable"],
    ["a gateway's page", { message: "<html>", status: 502 }, "service.unavailable"],
    ["a missing session", named("AuthSessionMissingError", { status: 400 }), "session.required"],
    ["a missing verifier", named("AuthPKCECodeVerifierMissingError", {}), "pkce_code_verifier_not_found"],
    ["a weak password", named("AuthWeakPasswordError", { reasons: ["pwned"] }), "weak_password.pwned"],
    ["a weak password without a reason", named("AuthWeakPasswordError", { reasons: [] }), "weak_password"],
    ["an old code", named("AuthApiError", { status: 403, code: "otp_expired" }), "otp_expired"],
    ["our own refusal", { message: "item.stale", code: "PT409", details: null, hint: null }, "item.stale"],
    ["an id that is none", { message: "invalid input syntax for type uuid", code: "22P02" }, "not_found"],
    ["a refusal of the database", { message: "permission denied", code: "42501" }, "42501"],
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
    ["text", "boom", "unknown"],
    ["nothing", undefined, "unknown"],
  ])("is known by its code: %s", (_, error, code) => {
    expect(toAppError(error).code).toBe(code);
  });

  test("keeps the wait that auth says in its sentence and data in a header", () => {
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

describe("the words for an error", () => {
  test("never are those of a service", () => {
    const { what, next } = errorSentences(named("AuthApiError", { status: 400, code: "brand_new_code" }));
    expect(`${what} ${next}`).not.toContain("words of a service");
  });

  test("come with the code only when they are general ones", () => {
    expect(errorSentences(named("AuthApiError", { code: "brand_new_code" })).code).toBe("brand_new_code");
    expect(errorSentences(new AppError("otp_expired")).code).toBeUndefined();
  });
});
