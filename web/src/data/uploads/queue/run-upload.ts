import type { StoredMime } from "@sheaf/contract/file-type";
import { AppError, toAppError } from "../../../lib/errors.ts";
import { hashContent } from "./hash-content.ts";
import { isReadable } from "./inspect-file.ts";
import { advanceProgress, type Progress, startProgress } from "./progress.models.ts";
import { isInterruption, isSessionFailure } from "../retry-policy.ts";
import type { UploadPhase } from "../upload.models.ts";
import type { BegunFile, LeftRow, UploadTransport } from "../transport/upload-transport.ts";

/** State of one file between attempts, so that each continues where the last one stopped. */
export interface UploadJob {
  readonly itemId: string;
  readonly name: string;
  readonly content: File;
  readonly mime: StoredMime;
  readonly byMember: boolean;
  sha256: string | undefined;
  /** The hash being computed, which continues when sending fails. */
  hashing: Promise<string> | undefined;
  begun: BegunFile | undefined;
  /** A row may exist unknown to this page: a response was lost, or an earlier page was closed. */
  mayHaveBegun: boolean;
  /** Bytes were sent for the row; only the service knows if they arrived. */
  mayHaveArrived: boolean;
}

export interface RunContext {
  transport: UploadTransport;
  signal: AbortSignal;
  /** Milliseconds. */
  now: () => number;
  report: (phase: UploadPhase) => void;
  /** True for rows that another upload of this page uses. */
  isClaimed: (fileId: string) => boolean;
}

/** Uploads one file from where its last attempt stopped. Rejects with the reason of a failure. */
export async function runUpload(job: UploadJob, context: RunContext): Promise<void> {
  for (;;) {
    job.begun ??= await openRow(job, context);
    if (!job.mayHaveArrived) break;
    if (await finishIfArrived(job, job.begun, context)) return;
  }
  await send(job, job.begun, context);
}

/** Reads the file once, while it is sent: only finishing, and continuing an earlier row, need the hash. */
function startHash(job: UploadJob, { signal }: RunContext): Promise<string> {
  job.hashing ??= hashContent(job.content, { signal }).then(
    (sha256) => (job.sha256 = sha256),
    (error: unknown) => {
      job.hashing = undefined;
      throw signal.aborted ? error : new AppError("file.unreadable");
    },
  );
  return job.hashing;
}

/** Shows that the file is being read, because nothing else can happen before. */
function awaitHash(job: UploadJob, context: RunContext): Promise<string> {
  if (job.sha256 !== undefined) return Promise.resolve(job.sha256);
  context.report({ state: "hashing" });
  return startHash(job, context);
}

/**
 * Continues with an existing row for the same content. Removes abandoned rows for the file first, so that one file never
 * leaves two rows.
 */
async function openRow(job: UploadJob, context: RunContext): Promise<BegunFile> {
  const { transport, signal, isClaimed } = context;
  const { itemId, name, mime, byMember } = job;
  const file = { itemId, name, size: job.content.size, mime, byMember, signal };
  if (job.mayHaveBegun) {
    const found = await transport.findBegun({ ...file, sha256: await awaitHash(job, context) });
    const left = found.filter(({ fileId }) => !isClaimed(fileId));
    // Claim it before the next `await`, because another upload of this page may look for a row too.
    job.begun = sameContentIn(left);
    for (const { fileId } of left) if (fileId !== job.begun?.fileId) await transport.remove({ fileId });
    if (job.begun) return job.begun;
  }
  job.mayHaveBegun = true;
  const begun = await transport.begin(file);
  job.mayHaveBegun = false;
  return begun;
}

function sameContentIn(rows: readonly LeftRow[]): BegunFile | undefined {
  for (const { fileId, objectKey } of rows) if (objectKey !== undefined) return { fileId, objectKey };
  return undefined;
}

/** Finishes the upload if its bytes have arrived already. Otherwise prepares the job for sending them. */
async function finishIfArrived(job: UploadJob, begun: BegunFile, context: RunContext): Promise<boolean> {
  try {
    await finish(job, begun, context);
    return true;
  } catch (error) {
    const { code } = toAppError(error);
    if (code !== "file.not_stored" && code !== "not_found") throw error;
    job.mayHaveArrived = false;
    if (code === "not_found") job.begun = undefined;
    return false;
  }
}

async function send(job: UploadJob, begun: BegunFile, context: RunContext): Promise<void> {
  const { transport, signal, now, report } = context;
  const { mime, content } = job;
  let progress = startProgress(content.size, now());
  const show = (next: Progress) => {
    progress = next;
    report({ state: "uploading", progress });
  };
  show(progress);
  job.mayHaveArrived = true;
  const sha256 = startHash(job, context);
  // Awaited below, unless sending fails first.
  sha256.catch(() => undefined);
  try {
    await transport.send({
      ...begun,
      mime,
      sha256,
      content,
      signal,
      onOffset: (offset) => show(startProgress(content.size, now(), offset)),
      onBytes: (loaded) => show(advanceProgress(progress, loaded, now())),
    });
  } catch (error) {
    return await explainRefusal(job, begun, context, error);
  }
  await finish(job, begun, context);
}

/**
 * Storage doesn't say why it refused. `finish_upload` knows if the bytes are there already, the item was accepted or the row
 * is gone, so its response counts.
 */
async function explainRefusal(job: UploadJob, begun: BegunFile, context: RunContext, refusal: unknown) {
  if (context.signal.aborted) throw refusal;
  const { code } = toAppError(refusal);
  if (isInterruption(code) && !(await isReadable(job.content))) throw new AppError("file.changed");
  if (isInterruption(code) || isSessionFailure(code)) throw refusal;
  if (await finishIfArrived(job, begun, context)) return;
  if (code === "KeyAlreadyExists" && job.begun) {
    // Another object has this key, so the next attempt needs a new row.
    await context.transport.remove({ fileId: begun.fileId });
    job.begun = undefined;
  }
  throw refusal;
}

async function finish(job: UploadJob, { fileId }: BegunFile, context: RunContext) {
  const { transport, signal, report } = context;
  const sha256 = await awaitHash(job, context);
  report({ state: "finishing" });
  await transport.finish({ fileId, sha256, signal });
}
