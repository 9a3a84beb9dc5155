import type { StoredMime } from "@sheaf/contract/file-type";
import { Upload } from "tus-js-client";
import { AppError, toAppError } from "../../../lib/errors.ts";
import { retriesSoon } from "../retry-policy.ts";
import { tusStack, type TusStackOptions } from "./tus-stack.ts";

/** Size of every part but the last; hosted Storage accepts no other. Bytes. */
export const partBytes = 6 * 1024 * 1024;

export interface SendResumableOptions extends TusStackOptions {
  objectKey: string;
  mime: StoredMime;
  content: Blob;
  /** Called as bytes are sent, with the total sent of this file so far. */
  onBytes: (loaded: number) => void;
  /** URL of an earlier upload to resume. Undefined, or one that no longer exists, starts a new upload. */
  uploadUrl: string | undefined;
  /** Called with the URL at which this upload can be resumed. */
  onUploadUrl: (url: string) => void;
  /** Delay before each retry; progress resets the count. Milliseconds. */
  retryDelays: readonly number[];
}

/**
 * Uploads one file in resumable parts, starting at the first byte that the service doesn't have.
 *
 * @throws AppError with Storage's own code, or `upload.paused` when the connection was lost and the received parts
 *   wait for the rest.
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
      // Without a number of seconds Storage stores "no-cache"; a resumable upload can't ask for "no-store".
      metadata: { bucketName: "documents", objectName: objectKey, contentType: mime },
      httpStack: tusStack(options),
      // `resume-notes.ts` is the only place that stores upload URLs.
      storeFingerprintForResuming: false,
      retryDelays: [...retryDelays],
      onShouldRetry: (error) => retriesSoon(causeOf(error)),
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

/** tus-js-client wraps the failure of a request. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && "causingError" in error ? (error.causingError ?? error) : error;
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
