import { AppError } from "../../../lib/errors.ts";

export interface BytesToSend {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob | null;
  signal: AbortSignal;
  /** Called as bytes are sent, with the total sent by this request so far. */
  onBytes: (loaded: number) => void;
  /** The request is aborted after this long without progress. Milliseconds. */
  stallMs: number;
}

export interface RawResponse {
  /** HTTP status. */
  status: number;
  body: string;
  header: (name: string) => string | undefined;
}

/**
 * Sends one request by XMLHttpRequest, because `fetch` doesn't report upload progress.
 *
 * @throws AppError `upload.interrupted` when the request may or may not have arrived; its cause is a `TimeoutError`
 *   after a stall. Rejects with an `AbortError` when stopped.
 */
export function sendBytes({ signal, onBytes, stallMs, ...sent }: BytesToSend): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stall = setTimeout(stop, stallMs);
    const moved = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, stallMs);
    };
    const settled = () => {
      clearTimeout(stall);
      signal.removeEventListener("abort", stop);
    };
    const fail = (failure: AppError | DOMException) => {
      settled();
      reject(failure);
    };

    signal.addEventListener("abort", stop);
    request.upload.addEventListener("progress", ({ loaded }) => {
      moved();
      onBytes(Math.min(loaded, sent.body?.size ?? 0));
    });
    request.addEventListener("load", () => {
      settled();
      resolve({
        status: request.status,
        body: request.responseText,
        header: (name) => request.getResponseHeader(name) ?? undefined,
      });
    });
    request.addEventListener("error", () => fail(new AppError("upload.interrupted")));
    request.addEventListener("abort", () => {
      const timeout = new DOMException("Nothing moved", "TimeoutError");
      fail(
        signal.aborted
          ? new DOMException("Stopped", "AbortError")
          : new AppError("upload.interrupted", { cause: timeout }),
      );
    });

    request.open(sent.method, sent.url);
    for (const [name, value] of Object.entries(sent.headers)) request.setRequestHeader(name, value);
    request.send(sent.body);
  });
}

/** True if `sendBytes` failed by stalling; an immediate retry would probably stall as well. */
export function hasStalled(failure: AppError): boolean {
  return failure.cause instanceof DOMException && failure.cause.name === "TimeoutError";
}
