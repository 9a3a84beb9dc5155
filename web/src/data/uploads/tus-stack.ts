import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { AppError } from "../../lib/errors.ts";
import { type BytesToSend, sendBytes, type SentAnswer } from "./send-bytes.ts";
import { withSessionToken } from "./session-token.ts";
import { storageRefusal } from "./storage-refusal.ts";

export interface TusStackOptions extends Pick<BytesToSend, "signal" | "stallMs"> {
  /** Where uploads are begun; each has its address below it. */
  endpoint: string;
  publishableKey: string;
  /** Told, before bytes move, at which byte they go on. */
  onOffset: (offset: number) => void;
}

/**
 * How the client of the resumable protocol sends. Every request carries the session's token of that moment, and one
 * that was refused for an old token goes again with a new one. The client sees what its protocol knows; everything
 * else rejects with the service's own code.
 */
export function tusStack(options: TusStackOptions): HttpStack {
  return { getName: () => "sheaf", createRequest: (method, url) => tusRequest(method, url, options) };
}

function tusRequest(method: string, url: string, options: TusStackOptions): HttpRequest {
  const headers: Record<string, string> = { apikey: options.publishableKey, "x-upsert": "false" };
  let onBytes: (loaded: number) => void = () => {};

  const send = async (body: Blob | null) => {
    const answer = await withSessionToken(async (token) => {
      const { signal, stallMs } = options;
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const sent = await sendBytes({ method, url, headers: authorized, body, signal, onBytes, stallMs });
      const refusal = refusalOf(method, sent);
      if (refusal) throw refusal;
      return sent;
    });
    const offset = offsetIn(method, answer);
    if (offset !== undefined) options.onOffset(offset);
    return tusResponse(answer, options.endpoint);
  };

  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => void (headers[name] = value),
    getHeader: (name) => headers[name],
    setProgressHandler: (handler) => void (onBytes = handler),
    send: (body: Blob | null = null) => send(body),
    // The signal stops requests, also those between two tries.
    abort: () => Promise.resolve(),
    getUnderlyingObject: () => undefined,
  };
}

const isGone = ({ status }: SentAnswer) => status === 404 || status === 410;

/** An upload that is gone is no failure where the client asks for it: it begins a new one. */
function refusalOf(method: string, answer: SentAnswer): AppError | undefined {
  if (method === "HEAD" && isGone(answer)) return undefined;
  if (method === "PATCH" && isGone(answer)) return new AppError("NoSuchUpload");
  // An answer to this has no body to say more in; of what is asked here only the token can be wrong.
  if (method === "HEAD" && answer.status === 400) return new AppError("AccessDenied");
  // The service is at another byte than we are, so it is asked again at which.
  if (method === "PATCH" && answer.status === 409) return new AppError("TusError");
  return storageRefusal(answer);
}

function offsetIn(method: string, { status, header }: SentAnswer): number | undefined {
  if (method === "POST") return 0;
  return method === "HEAD" && status < 300 ? Number(header("upload-offset")) : undefined;
}

function tusResponse({ status, body, header }: SentAnswer, endpoint: string): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => (name === "Location" ? ownAddress(header(name), endpoint) : header(name)),
    getBody: () => body,
    getUnderlyingObject: () => undefined,
  };
}

/** Whatever host a service believes itself to have, tokens go to the platform alone: only the upload's name counts. */
function ownAddress(location: string | undefined, endpoint: string): string | undefined {
  const name = location?.match(/[^/?#]+(?=\/?$)/)?.[0];
  return name && `${endpoint}/${name}`;
}
