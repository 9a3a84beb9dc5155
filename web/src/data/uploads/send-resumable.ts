import type { StoredMime } from "@sheaf/contract/file-type";
import { Upload } from "tus-js-client";
import { AppError, toAppError } from "../../lib/errors.ts";
import { wasSilent } from "./send-bytes.ts";
import { tusStack, type TusStackOptions } from "./tus-stack.ts";

/** Every part but the last has just this size: hosted storage takes no other. Bytes. */
export const partBytes = 6 * 1024 * 1024;

export interface SendResumableOptions extends TusStackOptions {
  objectKey: string;
  mime: StoredMime;
  content: Blob;
  /** Told as bytes leave, with all bytes of the file that have left so far. */
  onBytes: (loaded: number) => void;
  /** The address of what was begun earlier; undefined begins anew, and so does one that is gone. */
  uploadUrl: string | undefined;
  /** Told under which address this upload can be gone on with. */
  onUploadUrl: (url: string) => void;
  /** How long to wait before each further try on a line that broke; progress starts them over. Milliseconds. */
  retryDelays: readonly number[];
}

/** What may be over at the next try. */
const passing: ReadonlySet<string> = new Set([
  "upload.interrupted",
  "network.unreachable",
  "service.unavailable",
  "NoSuchUpload",
  "TusError",
  "ResourceLocked",
  "LockTimeout",
  "Aborted",
  "SlowDown",
]);

/**
 * Sends one file's bytes in parts that can be gone on with, from the byte up to which the service has them.
 *
 * @throws AppError with the storage service's own code, or `upload.paused` when the line is gone and what has arrived
 *   waits for the rest.
 */
export function sendResumable(options: SendResumableOptions): Promise<void> {
  const { endpoint, objectKey, mime, content, signal, uploadUrl, retryDelays } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const fail = (error: unknown) => reject(failureOf(error, upload.url !== null));
    const upload = new Upload(content, {
      endpoint,
      uploadUrl: uploadUrl ?? null,
      chunkSize: partBytes,
      metadata: { bucketName: "documents", objectName: objectKey, contentType: mime, cacheControl: "3600" },
      httpStack: tusStack(options),
      // What is remembered in this browser is remembered in one place, and not by this client.
      storeFingerprintForResuming: false,
      retryDelays: [...retryDelays],
      onShouldRetry: (error) => mayPass(causeOf(error)),
      onUploadUrlAvailable: () => upload.url !== null && options.onUploadUrl(upload.url),
      onProgress: options.onBytes,
      onSuccess: () => resolve(),
      onError: fail,
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(new DOMException("Stopped", "AbortError"));
    });
    upload.start();
  });
}

/** The client wraps what a request ended with. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && "causingError" in error ? (error.causingError ?? error) : error;
}

/** Without a network a quick second try is in vain, and the page tries again when it is back. */
function mayPass(cause: unknown): boolean {
  return cause instanceof AppError && passing.has(cause.code) && !wasSilent(cause) && navigator.onLine;
}

function failureOf(error: unknown, hasBegun: boolean): unknown {
  const cause = causeOf(error);
  if (cause instanceof DOMException) return cause;
  if (!(cause instanceof AppError) && cause === error) return new AppError("TusError", { cause });
  const failure = toAppError(cause);
  return hasBegun && failure.code === "upload.interrupted"
    ? new AppError("upload.paused", { cause: failure })
    : failure;
}
