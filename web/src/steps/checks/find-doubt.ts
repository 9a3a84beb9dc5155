import { isPreviewable, type StoredMime } from "@sheaf/contract/file-type";
import { appByName } from "../../lib/office/office-file.ts";
import type { ReceivedItem } from "../../data/inbox/received-item.models.ts";
import { hashContent } from "../../data/uploads/queue/hash-content.ts";
import type { Doubt } from "../../data/uploads/upload.models.ts";
import { takeTurns } from "../../lib/take-turns.ts";
import { checkEnd, checkImage } from "./check-image.ts";
import { containerDoubt } from "./container-doubt.ts";
import { isMisnamed } from "./misnamed.models.ts";

/** Each decoded photo takes about 50 MB. */
const inTurn = takeTurns(2);

/** A file is sent unchecked after this. Milliseconds. */
const timeoutMs = 10_000;

/** Larger files take too long to be read twice. Bytes. */
const maxBytes = 50_000_000;

interface CheckedFile {
  content: File;
  mime: StoredMime;
  /** Of the same request. */
  items: readonly ReceivedItem[];
  signal: AbortSignal;
}

/**
 * A reason to ask before a file is sent: the first of a misleading name, a file of Office or a zip that is old
 * or locked, content that can't be opened, a picture that is incomplete or can't be
 * read, and content that was added before. Everything happens in this browser.
 */
export function findDoubt(file: CheckedFile): Promise<Doubt | undefined> {
  return inTurn(file.signal, async () => {
    const doubt = await containerDoubt(file.content);
    const isNamed = doubt && appByName(file.content.name) !== undefined;
    if (!isNamed && isMisnamed(file.content.name, file.mime)) return { kind: "type" };
    if (doubt) return doubt;
    if (file.content.size > maxBytes) return undefined;
    const signal = AbortSignal.any([file.signal, AbortSignal.timeout(timeoutMs)]);
    const checking = async () =>
      (await checkContent({ ...file, signal })) ?? (await findCopy({ ...file, signal }));
    return Promise.race([checking(), rejectedBy(signal)]);
  });
}

/** For work that can't be stopped, such as the decoding of an image. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

async function checkContent({ content, mime, signal }: CheckedFile): Promise<Doubt | undefined> {
  if (mime === "application/pdf") {
    const { checkPdf } = await import("./check-pdf.ts");
    return checkPdf(content, signal);
  }
  if (isPreviewable(mime)) return checkImage(content, signal);
  return mime === "image/heic" || mime === "image/tiff" ? checkEnd(content, signal) : undefined;
}

/** Reads a file only if another one has as many bytes. */
async function findCopy({ content, items, signal }: CheckedFile): Promise<Doubt | undefined> {
  const files = items.flatMap(({ title, files }) => files.map((file) => ({ ...file, title })));
  const alike = files.filter(({ size }) => size === content.size);
  if (alike.length === 0) return undefined;
  const sha256 = await hashContent(content, { signal });
  const copy = alike.find((file) => file.sha256 === sha256);
  return copy && { kind: "duplicate", name: copy.name, title: copy.title };
}
