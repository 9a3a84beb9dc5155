import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * An error as storage-api renders it. `statusCode` is a string in the body; the HTTP status is 400 for almost all errors,
 * whatever the body says. Clients rely on `code`.
 */
export class StorageError extends Error {
  readonly httpStatus: ContentfulStatusCode;
  readonly body: { statusCode: string; error: string; message: string; code: string };

  constructor(facts: {
    statusCode: number;
    error: string;
    message: string;
    code: string;
    /** Set if the service doesn't use 400. */
    httpStatus?: ContentfulStatusCode;
    cause?: unknown;
  }) {
    super(facts.message, { cause: facts.cause });
    this.httpStatus = facts.httpStatus ?? (facts.statusCode === 500 ? 500 : 400);
    this.body = {
      statusCode: String(facts.statusCode),
      error: facts.error,
      message: facts.message,
      code: facts.code,
    };
  }
}

export function noSuchBucket(): StorageError {
  const text = "Bucket not found";
  return new StorageError({ statusCode: 404, error: text, message: text, code: "NoSuchBucket" });
}

export function noSuchKey(): StorageError {
  return new StorageError({
    statusCode: 404,
    error: "not_found",
    message: "Object not found",
    code: "NoSuchKey",
  });
}

/** The row exists but its bytes don't. The only error that the service marks as not cacheable. */
export function bytesMissing(): StorageError {
  return new StorageError({
    statusCode: 404,
    error: "Not found",
    message: "The resource was not found",
    code: "NoSuchKey",
  });
}

function duplicate(code: string): StorageError {
  return new StorageError({
    statusCode: 409,
    error: "Duplicate",
    message: "The resource already exists",
    code,
  });
}

export function keyAlreadyExists(): StorageError {
  return duplicate("KeyAlreadyExists");
}

export function bucketAlreadyExists(): StorageError {
  return duplicate("BucketAlreadyExists");
}

export function bucketNotEmpty(): StorageError {
  const code = "ResourceNotEmpty";
  const message = "The bucket you tried to delete is not empty";
  return new StorageError({ statusCode: 409, error: code, message, code });
}

/** The route is for the service role only. One of the few errors with its true HTTP status. */
export function serviceRoleOnly(): StorageError {
  return new StorageError({
    statusCode: 403,
    error: "Unauthorized",
    message: "Access denied",
    code: "AccessDenied",
    httpStatus: 403,
  });
}

/** Not one of the service's own errors, but its web framework's: the status is a number, and there is no code. */
export function unknownRoute(method: string, path: string) {
  return { message: `Route ${method}:${path} not found`, error: "Not Found", statusCode: 404 };
}

export function invalidRobotsTag(reason: string): StorageError {
  return new StorageError({
    statusCode: 400,
    error: "invalid_x_robots_tag",
    message: `Invalid X-Robots-Tag header: ${reason}`,
    code: "InvalidRequest",
  });
}

export function accessDenied(message: string, cause?: unknown): StorageError {
  return new StorageError({ statusCode: 403, error: "Unauthorized", message, code: "AccessDenied", cause });
}

export function entityTooLarge(): StorageError {
  return new StorageError({
    statusCode: 413,
    error: "Payload too large",
    message: "The object exceeded the maximum allowed size",
    code: "EntityTooLarge",
  });
}

export function invalidMimeType(mime: string): StorageError {
  return new StorageError({
    statusCode: 415,
    error: "invalid_mime_type",
    message: `mime type ${mime} is not supported`,
    code: "InvalidMimeType",
  });
}

export function invalidKey(key: string): StorageError {
  return new StorageError({
    statusCode: 400,
    error: "InvalidKey",
    message: `Invalid key: ${key}`,
    code: "InvalidKey",
  });
}

export function invalidBucketName(): StorageError {
  return new StorageError({
    statusCode: 400,
    error: "Invalid Input",
    message: "Bucket name invalid",
    code: "InvalidBucketName",
  });
}

/** An unreadable, forged or expired token in a URL. The message is the library's. */
export function invalidJwt(cause: unknown): StorageError {
  const message = cause instanceof Error ? cause.message : "Invalid JWT";
  return new StorageError({ statusCode: 400, error: "InvalidJWT", message, code: "InvalidJWT", cause });
}

/** A valid token for something else. */
export function invalidSignature(message: string): StorageError {
  const code = "InvalidSignature";
  return new StorageError({ statusCode: 400, error: code, message, code });
}

export function invalidUploadId(): StorageError {
  const code = "InvalidUploadId";
  return new StorageError({ statusCode: 400, error: code, message: "Invalid upload id", code });
}

export function noSuchUpload(): StorageError {
  const message = "The file for this url was not found";
  return new StorageError({ statusCode: 404, error: "NoSuchUpload", message, code: "NoSuchUpload" });
}

/** The upload has expired, or its bytes were deleted. */
export function uploadGone(): StorageError {
  const message = "The file for this url no longer exists";
  return new StorageError({ statusCode: 410, error: "TusError", message, code: "TusError" });
}

export function metadataRequired(): StorageError {
  return invalidRequest("Metadata header is required");
}

export function invalidRange(): StorageError {
  return new StorageError({
    statusCode: 416,
    error: "invalid_range",
    message: "invalid range provided",
    code: "InvalidRange",
    httpStatus: 416,
  });
}

/** The request fails validation: a header or field is missing or malformed. */
export function invalidRequest(message: string): StorageError {
  return new StorageError({ statusCode: 400, error: "Error", message, code: "InvalidRequest" });
}

export function invalidParameter(name: string): StorageError {
  const code = "InvalidParameter";
  return new StorageError({ statusCode: 400, error: code, message: `Invalid Parameter ${name}`, code });
}

/** The feature is disabled in this project. One of the few errors with its true HTTP status. */
export function featureNotEnabled(): StorageError {
  const code = "FeatureNotEnabled";
  const message = "feature not enabled for this tenant";
  return new StorageError({ statusCode: 403, error: code, message, code, httpStatus: 403 });
}

/** The client disconnected, so nobody reads this response; it keeps the disconnect from being logged as an error. */
export function uploadAborted(cause: unknown): StorageError {
  return new StorageError({
    statusCode: 499,
    error: "Aborted",
    message: "The upload was aborted",
    code: "Aborted",
    cause,
  });
}

export function internalError(cause: unknown): StorageError {
  return new StorageError({
    statusCode: 500,
    error: "InternalError",
    message: "Internal server error",
    code: "InternalError",
    cause,
  });
}
