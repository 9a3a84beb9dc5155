import type { storageServiceErrors } from "@sheaf/contract/errors/storage-service.errors";
import { HttpResponse, http } from "msw/http";
import { crossOrigin } from "../answer.ts";
import type { Fault, FaultOptions } from "../fault.ts";
import { storageError } from "../service-errors.ts";

export interface StorageRefusal extends FaultOptions {
  /** What the body says; the HTTP status is 400 for nearly all of them, as on the service. */
  statusCode: number;
  code: keyof typeof storageServiceErrors;
  message?: string;
}

/** Every upload is refused, after its body was taken. */
export function storageUploadFails(refusal: StorageRefusal): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/storage/v1/object/*`, refuse(refusal), { once: refusal.once ?? false });
}

/** Every upload loses its connection. */
export function storageUploadCut({ once = false }: FaultOptions = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/storage/v1/object/*`, () => HttpResponse.error(), { once });
}

/** Every read of a stored file is refused. */
export function storageReadFails(refusal: StorageRefusal): Fault {
  return (platformUrl) =>
    http.get(`${platformUrl}/storage/v1/object/*`, refuse(refusal), { once: refusal.once ?? false });
}

/** Every read of a stored file gives these bytes. */
export function storageAnswers({
  bytes,
  mime,
  once = false,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
} & FaultOptions): Fault {
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
