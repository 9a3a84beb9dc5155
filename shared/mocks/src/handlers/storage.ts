import type { storageServiceErrors } from "@sheaf/contract/errors/storage-service.errors";
import { HttpResponse, http } from "msw/http";
import { crossOrigin } from "../json-response.ts";
import type { PlatformHandler, HandlerOptions } from "../platform-handler.ts";
import { storageError } from "../service-errors.ts";

export interface StorageRefusal extends HandlerOptions {
  /** Status in the body; the HTTP status is 400 for nearly all errors, as on the service. */
  statusCode: number;
  code: keyof typeof storageServiceErrors;
  message?: string;
}

/** Fails every upload after its body was read. */
export function storageUploadFails(refusal: StorageRefusal): PlatformHandler {
  return (platformUrl) =>
    http.post(`${platformUrl}/storage/v1/object/*`, refuse(refusal), { once: refusal.once ?? false });
}

/** Cuts the connection of every upload. */
export function storageUploadCut({ once = false }: HandlerOptions = {}): PlatformHandler {
  return (platformUrl) =>
    http.post(`${platformUrl}/storage/v1/object/*`, () => HttpResponse.error(), { once });
}

/** Fails every read of a stored file. */
export function storageReadFails(refusal: StorageRefusal): PlatformHandler {
  return (platformUrl) =>
    http.get(`${platformUrl}/storage/v1/object/*`, refuse(refusal), { once: refusal.once ?? false });
}

/** Answers every read of a stored file with these bytes. */
export function storageAnswers({
  bytes,
  mime,
  once = false,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
} & HandlerOptions): PlatformHandler {
  return (platformUrl) =>
    http.get(
      `${platformUrl}/storage/v1/object/*`,
      () => HttpResponse.arrayBuffer(bytes.buffer, { headers: { ...crossOrigin, "content-type": mime } }),
      { once },
    );
}

function refuse({ statusCode, ...refusal }: StorageRefusal) {
  return () => storageError({ ...refusal, status: statusCode });
}
