import { randomBytes } from "node:crypto";
import type { TestBucket } from "./storage.bucket.ts";
import { target } from "../target.ts";

/** Part size that the public documentation requires for all parts but the last. Bytes. */
export const partSize = 6 * 1024 * 1024;

interface Announcement {
  objectName: string;
  contentType?: string;
  cacheControl?: string;
  metadata?: string;
}

const protocol = { "tus-resumable": "1.0.0" };

/** Encodes `Upload-Metadata`: names with base64 values. */
function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/** Sends requests of the tus protocol as a client does, with the service's key by default. */
export function resumableOf(bucket: TestBucket, key: string = target().serviceKey) {
  const authorization = `Bearer ${key}`;
  const send = (
    url: string,
    method: string,
    headers: Record<string, string> = {},
    body?: RequestInit["body"],
  ) =>
    fetch(url, {
      method,
      headers: { ...protocol, authorization, apikey: key, ...headers },
      ...(body === undefined ? {} : { body, duplex: "half" as const }),
    });

  return {
    send,
    endpoint: `${target().url}/storage/v1/upload/resumable`,
    /** Creates an upload of `size` bytes. */
    create(size: number, announcement: Announcement, headers: Record<string, string> = {}) {
      const metadata = encode({ bucketName: bucket.id, contentType: "text/plain", ...announcement });
      return send(this.endpoint, "POST", {
        "upload-length": String(size),
        "upload-metadata": metadata,
        ...headers,
      });
    },
    /** Creates an upload and returns its URL. */
    async begin(size: number, objectName: string, headers: Record<string, string> = {}): Promise<string> {
      const created = await this.create(size, { objectName }, headers);
      if (created.status !== 201) throw new Error(`${created.status} ${await created.text()}`);
      return created.headers.get("location") ?? "";
    },
    part: (url: string, offset: number, body: RequestInit["body"], headers: Record<string, string> = {}) =>
      send(
        url,
        "PATCH",
        { "content-type": "application/offset+octet-stream", "upload-offset": String(offset), ...headers },
        body,
      ),
    async offset(url: string): Promise<number> {
      const response = await send(url, "HEAD");
      if (response.status !== 200) throw new Error(`HEAD returned status ${response.status}`);
      return Number(response.headers.get("upload-offset"));
    },
  };
}

/** Test bytes in which shifted or repeated parts are noticed. */
export function someBytes(size: number): Buffer {
  return randomBytes(size);
}
