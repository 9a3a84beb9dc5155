import { randomBytes } from "node:crypto";
import type { TestBucket } from "./storage.bucket.ts";
import { target } from "./target.ts";

/** What the public documentation asks for: parts of exactly this many bytes, except the last. */
export const partSize = 6 * 1024 * 1024;

interface Announcement {
  objectName: string;
  contentType?: string;
  cacheControl?: string;
  metadata?: string;
}

const protocol = { "tus-resumable": "1.0.0" };

/** `Upload-Metadata`: names with base64 values. */
function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/** The requests of the tus protocol as a client makes them, with the service's key unless another is given. */
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
    /** Announces an upload of `size` bytes. */
    create(size: number, announcement: Announcement, headers: Record<string, string> = {}) {
      const metadata = encode({ bucketName: bucket.id, contentType: "text/plain", ...announcement });
      return send(this.endpoint, "POST", {
        "upload-length": String(size),
        "upload-metadata": metadata,
        ...headers,
      });
    },
    /** Announces it and answers where it is. */
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
      if (response.status !== 200) throw new Error(`HEAD was answered ${response.status}`);
      return Number(response.headers.get("upload-offset"));
    },
  };
}

/** Bytes that no shift or repetition leaves as they are. */
export function someBytes(size: number): Buffer {
  return randomBytes(size);
}
