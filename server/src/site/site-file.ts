import { createHash } from "node:crypto";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

/** One way to send the same bytes. */
interface Form {
  encoding: "br" | "gzip" | undefined;
  bytes: Buffer;
  /** Strong, and another one for each form: they differ by the byte. */
  etag: string;
}

/** A file as it goes out: held in memory, so that a request reads no disk and compresses nothing. */
export interface SiteFile {
  /** By which its type is known, with the dot. */
  extension: string;
  /** The smallest first, the file as it is last. */
  forms: readonly Form[];
}

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** @param compressed what the build wrote beside the file; a form that it did not find worthwhile is absent. */
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

/** A page whose words are known only here is compressed once, at start. */
export async function sitePage(html: string): Promise<SiteFile> {
  const bytes = Buffer.from(html);
  return siteFile("page.html", bytes, { br: await byBrotli(bytes), gzip: await byGzip(bytes) });
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}
