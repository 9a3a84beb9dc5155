import * as v from "valibot";
import type { StorageSettings } from "./settings.ts";
import { bytesOf } from "./size-text.ts";
import { entityTooLarge } from "./storage.errors.ts";

/** What a bucket's files must keep to, as requests say it: bytes or "20MB", types such as `image/*`. */
export const BucketRules = {
  file_size_limit: v.nullish(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()])),
  allowed_mime_types: v.nullish(v.array(v.string())),
};

interface Rules {
  file_size_limit?: number | string | null | undefined;
  allowed_mime_types?: string[] | null | undefined;
}

/** Bytes; null for none, which zero means too; undefined where nothing was said. Never more than the service's own. */
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
  return types?.filter((type) => type !== "") ?? types;
}
