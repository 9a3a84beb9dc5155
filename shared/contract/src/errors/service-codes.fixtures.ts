/** Codes that Auth 2.196 sends and that its client's own list lacks. */
export const signInServiceCodes = [
  "current_password_required",
  "current_password_invalid",
  "flow_state_already_used",
  "email_address_not_provided",
  "webauthn_challenge_not_found",
  "webauthn_verification_failed",
  "webauthn_credential_not_found",
  "webauthn_credential_exists",
  "too_many_passkeys",
  "request_entity_too_large",
  "oauth_client_state_expired",
  "oauth_client_state_not_found",
  "oauth_invalid_state",
  "passkey_disabled",
  "feature_disabled",
  "sso_provider_disabled",
  "web3_provider_disabled",
  "web3_unsupported_chain",
  "custom_provider_not_found",
  "over_custom_provider_quota",
  "oauth_authorization_not_found",
  "oauth_client_not_found",
  "oauth_consent_not_found",
  "oauth_dynamic_client_registration_disabled",
  "unknown",
];

/** Codes that versions 12 and 14 of PostgREST share. */
export const everyPostgrest = [
  ..."000 001 002 003 100 101 102 103 105 106 107 108 111 112 114 115 116 117 118 120 121 122 123 124".split(
    " ",
  ),
  ..."200 201 202 203 204 300 301 302".split(" "),
  "X00",
].map((number) => `PGRST${number}`);

/** A missing table, which version 12 leaves to the database to report. */
export const postgrest12 = ["42P01"];

/** Missing paths, features and tables; an unavailable schema description; invalid claims. */
export const postgrest14 = ["125", "126", "127", "128", "205", "303"].map((number) => `PGRST${number}`);

/** Codes of the database, passed on unchanged except `22P02`, which becomes `not_found` first. */
export const databaseCodes = [
  ..."08006 21000 22001 22003 22007 22008 22023 23502 23503 23505 23514 23P01 25006 40001 40P01".split(" "),
  ..."42501 42703 42804 42883 42P01 42P17 53300 53400 54001 55P03 57014 57P01 P0001 XX000".split(" "),
];

export const storageCodes = [
  ..."NoSuchKey NoSuchUpload NoSuchBucket KeyAlreadyExists ResourceAlreadyExists BucketAlreadyExists".split(
    " ",
  ),
  ..."ResourceNotEmpty AccessDenied EntityTooLarge InvalidMimeType InvalidKey InvalidBucketName".split(" "),
  ..."InvalidRequest InvalidJWT InvalidSignature ExpiredToken InvalidRange InternalError SlowDown".split(" "),
  ..."DatabaseTimeout DatabaseError ResourceLocked LockTimeout Aborted AbortedTerminate S3Error TusError".split(
    " ",
  ),
  ..."InvalidUploadId InvalidChecksum MissingPart MissingContentLength MissingParameter".split(" "),
  ..."InvalidParameter InvalidUploadSignature SignatureDoesNotMatch FeatureNotEnabled TenantNotFound".split(
    " ",
  ),
];
