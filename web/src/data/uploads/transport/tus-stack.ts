import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { AppError } from "../../../lib/errors.ts";
import { type BytesToSend, sendBytes, type RawResponse } from "./send-bytes.ts";
import { withSessionToken } from "./session-token.ts";
import { storageRefusal } from "./storage-refusal.ts";

export interface TusStackOptions extends Pick<BytesToSend, "signal" | "stallMs"> {
  /** URL that creates uploads; each upload has its own URL below it. */
  endpoint: string;
  publishableKey: string;
  /** Called before sending starts, with the first byte to send. */
  onOffset: (offset: number) => void;
}

/**
 * HTTP stack for tus-js-client. Every request has the current access token and is retried once with a new one. The client
 * only sees responses that are part of its protocol; all others reject with Storage's own code.
 */
export function tusStack(options: TusStackOptions): HttpStack {
  return { getName: () => "sheaf", createRequest: (method, url) => tusRequest(method, url, options) };
}

function tusRequest(method: string, url: string, options: TusStackOptions): HttpRequest {
  const headers: Record<string, string> = { apikey: options.publishableKey, "x-upsert": "false" };
  let onBytes: (loaded: number) => void = () => {};

  const send = async (body: Blob | null) => {
    const response = await withSessionToken(async (token) => {
      const { signal, stallMs } = options;
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      const sent = await sendBytes({ method, url, headers: authorized, body, signal, onBytes, stallMs });
      const refusal = refusalOf(method, sent);
      if (refusal) throw refusal;
      return sent;
    });
    const offset = offsetIn(method, response);
    if (offset !== undefined) options.onOffset(offset);
    return tusResponse(response, options.endpoint);
  };

  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => void (headers[name] = value),
    getHeader: (name) => headers[name],
    setProgressHandler: (handler) => void (onBytes = handler),
    send: (body: Blob | null = null) => send(body),
    // `options.signal` aborts requests, including the delay between two attempts.
    abort: () => Promise.resolve(),
    getUnderlyingObject: () => undefined,
  };
}

const isGone = ({ status }: RawResponse) => status === 404 || status === 410;

/** A HEAD for an upload that no longer exists is not a failure, because the client then creates a new one. */
function refusalOf(method: string, response: RawResponse): AppError | undefined {
  if (method === "HEAD" && isGone(response)) return undefined;
  if (method === "PATCH" && isGone(response)) return new AppError("NoSuchUpload");
  // A HEAD response has no body with a code, and only the token can be wrong here.
  if (method === "HEAD" && response.status === 400) return new AppError("AccessDenied");
  // The offsets differ, so the client asks for the current one and resumes there.
  if (method === "PATCH" && response.status === 409) return new AppError("TusError");
  return storageRefusal(response);
}

function offsetIn(method: string, { status, header }: RawResponse): number | undefined {
  if (method === "POST") return 0;
  return method === "HEAD" && status < 300 ? Number(header("upload-offset")) : undefined;
}

function tusResponse({ status, body, header }: RawResponse, endpoint: string): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => (name === "Location" ? ownAddress(header(name), endpoint) : header(name)),
    getBody: () => body,
    getUnderlyingObject: () => undefined,
  };
}

/** Only the upload's name is used: access tokens go only to the platform, even if the service names another host. */
function ownAddress(location: string | undefined, endpoint: string): string | undefined {
  const name = location?.match(/[^/?#]+(?=\/?$)/)?.[0];
  return name && `${endpoint}/${name}`;
}
