import * as v from "valibot";
import type { StorageSettings } from "../storage.settings.ts";
import { List, Text } from "../http/json-fields.ts";
import { entityTooLarge, invalidMimeType, invalidRequest } from "../storage.errors.ts";
import type { Bucket } from "./bucket.repository.ts";

/** Rules for a bucket's files in requests: a size in bytes or such as "20MB", and types such as `image/*`. */
export const BucketRules = {
  file_size_limit: v.nullish(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()])),
  allowed_mime_types: v.nullish(List(Text)),
};

const mimeType = /^(?:\*|[\w.+-]+)\/(?:\*|[\w.+-]+)(?:\s*;.*)?$/;

interface Rules {
  file_size_limit?: number | string | null | undefined;
  allowed_mime_types?: string[] | null | undefined;
}

/** Limit in bytes: null for none (also 0), undefined if not given. @throws if it exceeds the service's limit. */
export function limitOf(
  { file_size_limit: limit }: Rules,
  settings: StorageSettings,
): number | null | undefined {
  if (limit === undefined || limit === null) return limit;
  const bytes = bytesOf(limit);
  if (bytes > settings.fileSizeLimit) throw entityTooLarge();
  return bytes === 0 ? null : bytes;
}

export function typesOf({ allowed_mime_types: types }: Rules): string[] | null | undefined {
  const given = types?.filter((type) => type !== "");
  const wrong = given?.find((type) => !mimeType.test(type));
  if (wrong !== undefined) throw invalidMimeType(wrong);
  return given ?? types;
}

/** Maximum size of an object in a bucket, in bytes: the lower of the bucket's limit and the service's. */
export function sizeLimitOf(settings: StorageSettings, bucket: Pick<Bucket, "file_size_limit">): number {
  return Math.min(settings.fileSizeLimit, bucket.file_size_limit ?? Infinity);
}

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Bytes of a limit given as a number or as text such as "20MB". The service counts in powers of ten. */
function bytesOf(limit: number | string): number {
  if (typeof limit === "number") return limit;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(limit) ?? [];
  const factor = unit === undefined ? undefined : units[unit.toLowerCase()];
  if (factor === undefined)
    throw invalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
  return Math.round(Number(amount) * factor);
}
