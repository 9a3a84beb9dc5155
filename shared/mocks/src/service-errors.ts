import { answer } from "./answer.ts";

/** Without this header the client does not look at `code` at all. */
export const apiVersion = { "x-supabase-api-version": "2024-01-01" };

interface ServiceError {
  status: number;
  code: string;
  /** Said beside the code, and the code itself unless told. */
  message?: string | undefined;
  /** Seconds until the service wants to be asked again. */
  retryAfter?: number | undefined;
}

/** A refusal in the words of Auth. */
export function authError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return answer({ code, message }, { status, headers: { ...apiVersion, ...pause(retryAfter) } });
}

/** A refusal in the words of the database's service. */
export function restError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return answer({ code, message, details: null, hint: null }, { status, headers: pause(retryAfter) });
}

/** A refusal in the words of Storage, which says all but its own failures with one status. */
export function storageError({ status, code, message = code, retryAfter }: ServiceError): Response {
  return answer(
    { statusCode: String(status), error: code, message, code },
    { status: status < 500 ? 400 : status, headers: pause(retryAfter) },
  );
}

function pause(retryAfter: number | undefined): Record<string, string> {
  return retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
}
