import type { StoredMime } from "@sheaf/contract/file-type";
import { AppError } from "../../lib/errors.ts";

export interface SendObjectOptions {
  /** Where the object is to lie, in full. */
  url: string;
  publishableKey: string;
  accessToken: string;
  mime: StoredMime;
  content: Blob;
  signal: AbortSignal;
  onBytes: (loaded: number) => void;
  /** A line on which nothing moves for so long is given up. Milliseconds. */
  stallMs: number;
}

/**
 * Sends one file's bytes in one piece. XMLHttpRequest, because `fetch` tells nobody how far a body has come.
 *
 * @throws AppError with the storage service's own code, or `upload.interrupted` when nobody knows whether it arrived.
 */
export function sendObject(options: SendObjectOptions): Promise<void> {
  const { content, signal, onBytes, stallMs } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stall = setTimeout(stop, stallMs);
    const moved = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, stallMs);
    };
    const settle = (failure?: AppError | DOMException) => {
      clearTimeout(stall);
      signal.removeEventListener("abort", stop);
      if (failure) reject(failure);
      else resolve();
    };

    signal.addEventListener("abort", stop);
    request.upload.addEventListener("progress", (event) => {
      moved();
      onBytes(Math.min(event.loaded, content.size));
    });
    request.addEventListener("load", () => settle(failureOf(request.status, request.responseText)));
    request.addEventListener("error", () => settle(new AppError("upload.interrupted")));
    request.addEventListener("abort", () => {
      settle(signal.aborted ? new DOMException("Stopped", "AbortError") : new AppError("upload.interrupted"));
    });

    request.open("POST", options.url);
    request.setRequestHeader("apikey", options.publishableKey);
    request.setRequestHeader("authorization", `Bearer ${options.accessToken}`);
    request.setRequestHeader("content-type", options.mime);
    request.setRequestHeader("x-upsert", "false");
    request.send(content);
  });
}

/** The service answers 400 to nearly everything and says the rest in the body; what stands before it may not know that. */
function failureOf(status: number, body: string): AppError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const code = codeIn(body);
  if (code !== undefined) return new AppError(code);
  if (status === 413) return new AppError("EntityTooLarge");
  if (status === 401) return new AppError("InvalidJWT");
  return new AppError(status >= 500 ? "service.unavailable" : "unknown");
}

function codeIn(body: string): string | undefined {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === "string" && code !== "" ? code : undefined;
  } catch {
    return undefined;
  }
}
