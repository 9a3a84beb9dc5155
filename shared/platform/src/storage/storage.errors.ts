import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * A refusal as storage-api renders it: `statusCode` is a string in the body, and the HTTP status is 400 for
 * almost all of them, whatever the body says. Clients rely on `code`.
 */
export class StorageError extends Error {
  readonly httpStatus: ContentfulStatusCode;
  readonly body: { statusCode: string; error: string; message: string; code: string };

  constructor(facts: {
    statusCode: number;
    error: string;
    message: string;
    code: string;
    /** Only where the service departs from "400 for everything". */
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

/** The row is there, its bytes are not: the one refusal the service marks as not to be cached. */
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

/** Something in the bucket may be seen and not deleted. */
export function cannotEmpty(): StorageError {
  const message = "Cannot empty the bucket: you may have SELECT but not DELETE permissions";
  return new StorageError({ statusCode: 409, error: "InvalidRequest", message, code: "InvalidRequest" });
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

/** A body of a type that an endpoint of JSON does not read. */
export function unsupportedMediaType(): StorageError {
  const message = "Unsupported Media Type";
  return new StorageError({ statusCode: 415, error: "invalid_mime_type", message, code: "InvalidMimeType" });
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

/** A token in an address that cannot be read, is somebody else's work or has run out; the library's own sentence. */
export function invalidJwt(cause: unknown): StorageError {
  const message = cause instanceof Error ? cause.message : "Invalid JWT";
  return new StorageError({ statusCode: 400, error: "InvalidJWT", message, code: "InvalidJWT", cause });
}

/** A token that is good, but for something else. */
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

/** Its time is over, or its bytes are. */
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

/** A request that never reaches the handler: a header or field is missing or of the wrong form. */
export function invalidRequest(message: string): StorageError {
  return new StorageError({ statusCode: 400, error: "Error", message, code: "InvalidRequest" });
}

export function invalidParameter(name: string): StorageError {
  const code = "InvalidParameter";
  return new StorageError({ statusCode: 400, error: code, message: `Invalid Parameter ${name}`, code });
}

/** What a project can have and this one has not; one of the few under a status of its own. */
export function featureNotEnabled(): StorageError {
  const code = "FeatureNotEnabled";
  const message = "feature not enabled for this tenant";
  return new StorageError({ statusCode: 403, error: code, message, code, httpStatus: 403 });
}

/** The sender hung up, so nobody reads this answer; it tells the log that nothing is wrong here. */
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
