import { invalidKey } from "../storage.errors.ts";

// The service accepts only characters that are safe in S3 keys; original file names belong in a database column.
const keyCharacters = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const bucketCharacters = /^[\w!\-.*'() &$@=;:+,?]+$/;
const longestBucketName = 100;
// Maximum length of an S3 key, and of a name on common file systems. Bytes.
const longestKey = 1024;
const longestSegment = 255;

/** @throws InvalidKey if the service would reject the key, or this service can't store it. */
export function assertKey(key: string): void {
  const isStorable = (segment: string) =>
    segment !== "." && segment !== ".." && Buffer.byteLength(segment) <= longestSegment;
  if (!keyCharacters.test(key) || Buffer.byteLength(key) > longestKey || !key.split("/").every(isStorable)) {
    throw invalidKey(key);
  }
}

/** The object that dashboards create to keep an empty folder. */
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
