import { createHash } from "node:crypto";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** One encoding of the file. */
interface Form {
  encoding: "br" | "gzip" | undefined;
  bytes: Buffer;
  /** Strong, and different for each encoding, whose bytes differ. */
  etag: string;
}

/** A file held in memory, so that a request reads no disk and compresses nothing. */
export interface SiteFile {
  /** With the dot; determines the content type. */
  extension: string;
  /** Smallest first; the uncompressed file last. */
  forms: readonly Form[];
}

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** @param compressed forms written by the build; those not worth compressing are absent. */
export function siteFile(
  name: string,
  bytes: Buffer,
  compressed: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {},
): SiteFile {
  const forms = [
    ["br", compressed.br] as const,
    ["gzip", compressed.gzip] as const,
    [undefined, bytes] as const,
  ];
  return {
    extension: extname(name),
    forms: forms.flatMap(([encoding, bytes]) => (bytes ? [{ encoding, bytes, etag: etagOf(bytes) }] : [])),
  };
}

/** Pages filled in at start are compressed then. */
export async function sitePage(html: string): Promise<SiteFile> {
  const bytes = Buffer.from(html);
  return siteFile("page.html", bytes, { br: await byBrotli(bytes), gzip: await byGzip(bytes) });
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
