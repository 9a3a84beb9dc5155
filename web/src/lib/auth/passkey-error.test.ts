import { beforeAll, expect, test } from "vitest";
import { loadErrorTexts } from "../error-texts.ts";
import { isSilent } from "../errors.ts";
import { toPasskeyError } from "./passkey-error.ts";

beforeAll(loadErrorTexts);

const named = (name: string, code: string) => Object.assign(new Error("words of a device"), { name, code });

test.each([
  ["a request replaced by another", named("AbortError", "ERROR_CEREMONY_ABORTED"), "passkey.aborted"],
  [
    "a cancelled request",
    named("NotAllowedError", "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"),
    "passkey.cancelled",
  ],
  [
    "a passkey that already exists",
    named("InvalidStateError", "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"),
    "webauthn_credential_exists",
  ],
  ["a passkey for another site", named("SecurityError", "ERROR_INVALID_RP_ID"), "passkey.misconfigured"],
  [
    "a device without support",
    named("ConstraintError", "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT"),
    "passkey.unsupported",
  ],
  ["a code that every object has as a property", named("AuthApiError", "constructor"), "constructor"],
  ["a failure that has nothing to do with passkeys", named("AuthApiError", "otp_expired"), "otp_expired"],
])("%s has its code", (_, error, code) => {
  expect(toPasskeyError(error).code).toBe(code);
});

test("a request replaced by another needs no message", () => {
  expect(isSilent(toPasskeyError(named("AbortError", "ERROR_CEREMONY_ABORTED")))).toBe(true);
});
