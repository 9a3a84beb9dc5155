import { AppError } from "../../lib/errors.ts";

export interface BytesToSend {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob | null;
  signal: AbortSignal;
  /** Told as bytes leave, with all bytes of this request sent so far. */
  onBytes: (loaded: number) => void;
  /** A line on which nothing moves for so long is given up. Milliseconds. */
  stallMs: number;
}

export interface SentAnswer {
  /** HTTP status. */
  status: number;
  body: string;
  header: (name: string) => string | undefined;
}

/**
 * One request. XMLHttpRequest, because `fetch` tells nobody how far a body has come.
 *
 * @throws AppError `upload.interrupted` when nobody knows whether it arrived; a `TimeoutError` as its cause says that
 *   the line was silent. Rejects with an `AbortError` when stopped.
 */
export function sendBytes({ signal, onBytes, stallMs, ...sent }: BytesToSend): Promise<SentAnswer> {
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
      const silence = new DOMException("Nothing moved", "TimeoutError");
      fail(
        signal.aborted
          ? new DOMException("Stopped", "AbortError")
          : new AppError("upload.interrupted", { cause: silence }),
      );
    });

    request.open(sent.method, sent.url);
    for (const [name, value] of Object.entries(sent.headers)) request.setRequestHeader(name, value);
    request.send(sent.body);
  });
}

/** Whether a failure of `sendBytes` was a line that fell silent, on which a quick second try would wait as long. */
export function wasSilent(failure: AppError): boolean {
  return failure.cause instanceof DOMException && failure.cause.name === "TimeoutError";
}
