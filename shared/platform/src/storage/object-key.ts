import { invalidKey } from "./storage.errors.ts";

// The service takes only what an S3 key may safely hold; a name in another alphabet belongs in a column of ours.
const keyCharacters = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const bucketCharacters = /^[\w!\-.*'() &$@=;:+,?]+$/;
const longestBucketName = 100;
// An S3 key's bound, and that of one name on the usual file systems; both in bytes, which are characters here.
const longestKey = 1024;
const longestSegment = 255;

/**
 * Refuses a key the service would refuse. Segments `.` and `..`, and those no file system holds, are refused
 * as well: they pass the service's character rule, but here a key becomes folders on a disk.
 */
export function assertKey(key: string): void {
  const isStorable = (segment: string) =>
    segment !== "." && segment !== ".." && segment.length <= longestSegment;
  if (key.length > longestKey || !keyCharacters.test(key) || !key.split("/").every(isStorable))
    throw invalidKey(key);
}

/** What dashboards store to keep a folder that has nothing else in it. */
export function isFolderPlaceholder(key: string): boolean {
  return key.split("/").at(-1) === ".emptyFolderPlaceholder";
}

export function isBucketName(name: string): boolean {
  return (
    name.length <= longestBucketName &&
    name === name.trim() &&
    name !== "." &&
    name !== ".." &&
    bucketCharacters.test(name)
  );
}
