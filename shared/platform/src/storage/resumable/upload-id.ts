import * as v from "valibot";
import { isBucketName } from "../objects/object-key.ts";
import type { Location } from "../files/disk.ts";
import { invalidUploadId, noSuchUpload } from "../storage.errors.ts";
import type { StorageSettings } from "../storage.settings.ts";

const Uuid = v.pipe(v.string(), v.uuid());

/** `bucket/key/version`: id of an upload and path of its bytes. */
export function uploadIdOf({ bucket, key, version }: Location): string {
  return `${bucket}/${key}/${version}`;
}

/** @throws InvalidUploadId for a malformed id, NoSuchUpload for one whose version can't exist. */
export function parseUploadId(id: string): Location {
  const [bucket = "", ...rest] = id.split("/");
  const version = rest.pop();
  if (!isBucketName(bucket) || rest.length === 0 || rest.includes("..")) throw invalidUploadId();
  if (!v.is(Uuid, version)) throw noSuchUpload();
  return { bucket, key: rest.join("/"), version };
}

/** An id as the last segment of an upload's URL. */
function segmentOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

export function idFromSegment(segment: string): string {
  return Buffer.from(segment, "base64url").toString();
}

/**
 * Public URL of an upload, built from the gateway's headers. As on the real service, a forwarded prefix is always added
 * before `tusPath`, so a `tusPath` that includes the prefix doubles it.
 */
export function uploadAddress(
  headers: Headers,
  options: Pick<StorageSettings, "tusPath" | "usesForwardedPrefix"> & { id: string },
): string {
  const proto = headers.get("x-forwarded-proto") ?? "http";
  const host = withPort(
    headers.get("x-forwarded-host") ?? headers.get("host") ?? "localhost",
    headers.get("x-forwarded-port"),
  );
  const forwarded = options.usesForwardedPrefix ? headers.get("x-forwarded-prefix") : null;
  const prefix = forwarded?.replace(/\/+$/, "") ?? "";
  return `${proto}://${host}${prefix}${options.tusPath}/${segmentOf(options.id)}`;
}

function withPort(host: string, port: string | null): string {
  if (port === null || port === "" || port === "80" || port === "443") return host;
  return `${host.replace(/:\d+$/, "")}:${port}`;
}
