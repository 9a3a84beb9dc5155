import type { Bucket } from "./bucket.repository.ts";
import type { StorageSettings } from "./settings.ts";

/** Largest object a bucket takes, in bytes: its own limit within the service's. */
export function sizeLimitOf(settings: StorageSettings, bucket: Pick<Bucket, "file_size_limit">): number {
  return Math.min(settings.fileSizeLimit, bucket.file_size_limit ?? Infinity);
}
