import { jsonResponse } from "./json-response.ts";

/** The client ignores `code` without this header. */
export const apiVersion = { "x-supabase-api-version": "2024-01-01" };

interface ServiceError {
  status: number;
  code: string;
  /** Default: the code. */
  message?: string | undefined;
  /** Seconds to wait before the next request. */
  retryAfter?: number | undefined;
}

/** An error response in Auth's format. */
export function authError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return jsonResponse({ code, message }, { status, headers: { ...apiVersion, ...pause(retryAfter) } });
}

/** An error response in PostgREST's format. */
export function restError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return jsonResponse({ code, message, details: null, hint: null }, { status, headers: pause(retryAfter) });
}

/** An error response in Storage's format, which uses status 400 for all client errors. */
export function storageError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return jsonResponse(
    { statusCode: String(status), error: code, message, code },
    { status: status < 500 ? 400 : status, headers: pause(retryAfter) },
  );
}

function pause(retryAfter: number | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
}
