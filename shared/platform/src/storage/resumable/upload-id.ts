import * as v from "valibot";
import { isBucketName } from "../object-key.ts";
import type { Location } from "../disk.ts";
import { invalidUploadId } from "../storage.errors.ts";

const Uuid = v.pipe(v.string(), v.uuid());

/** `bucket/key/version`: what an upload is called, and where its bytes lie. */
export function uploadIdOf({ bucket, key, version }: Location): string {
  return `${bucket}/${key}/${version}`;
}

/** @throws InvalidUploadId for what no upload can be called. */
export function parseUploadId(id: string): Location {
  const [bucket = "", ...rest] = id.split("/");
  const version = rest.pop();
  if (!isBucketName(bucket) || rest.length === 0 || !v.is(Uuid, version)) throw invalidUploadId();
  return { bucket, key: rest.join("/"), version };
}

/** An id as the last segment of an upload's address. */
function segmentOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

export function idFromSegment(segment: string): string {
  return Buffer.from(segment, "base64url").toString();
}

/**
 * Where the sender finds an upload again: the address the request was made to, as the gateway in front of the
 * service says it was.
 */
export function uploadAddress(headers: Headers, options: { path: string; id: string }): string {
  const proto = headers.get("x-forwarded-proto") ?? "http";
  const host = withPort(
    headers.get("x-forwarded-host") ?? headers.get("host") ?? "localhost",
    headers.get("x-forwarded-port"),
  );
  const prefix = headers.get("x-forwarded-prefix")?.replace(/\/+$/, "") ?? "";
  return `${proto}://${host}${prefix}${options.path}/${segmentOf(options.id)}`;
}

function withPort(host: string, port: string | null): string {
  if (port === null || port === "" || port === "80" || port === "443") return host;
  return `${host.replace(/:\d+$/, "")}:${port}`;
}
