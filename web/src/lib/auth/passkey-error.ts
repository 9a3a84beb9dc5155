import { AppError, toAppError } from "../errors.ts";

/** The auth client's codes for what fails on the device, and those of the error catalogue. */
const deviceCodes = new Map(
  Object.entries({
    ERROR_CEREMONY_ABORTED: "passkey.aborted",
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "webauthn_credential_exists",
    ERROR_AUTHENTICATOR_GENERAL_ERROR: "passkey.device_failed",
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "passkey.unsupported",
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "passkey.unsupported",
    ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "passkey.unsupported",
    ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE: "passkey.cancelled",
    ERROR_INVALID_DOMAIN: "passkey.misconfigured",
    ERROR_INVALID_RP_ID: "passkey.misconfigured",
    ERROR_INVALID_USER_ID_LENGTH: "passkey.misconfigured",
    ERROR_MALFORMED_PUBKEYCREDPARAMS: "passkey.misconfigured",
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: "passkey.device_failed",
  }),
);

/** Classifies a failure of a call that may use a passkey. Not part of `toAppError`, because every page waits for that. */
export function toPasskeyError(error: unknown): AppError {
  const classified = toAppError(error);
  const code = deviceCodes.get(classified.code);
  return code === undefined ? classified : new AppError(code, { cause: error });
}
