import { toAppError } from "../../../lib/errors.ts";
import { pageConfig } from "../../../lib/page-config.ts";
import { findBegun } from "../resume/find-begun.ts";
import { beginUpload, type FileToFinish, finishUpload } from "./file-row.ts";
import { retryDelays, withRetries } from "../retry-policy.ts";
import { dropResumeNote, saveResumeNote, resumeNote } from "../resume/resume-notes.ts";
import { sendObject } from "./send-object.ts";
import { whileSending } from "../resume/sending-lock.ts";
import { withSessionToken } from "./session-token.ts";
import { removeFile } from "./remove-file.ts";
import { uploadsEndpoint } from "./uploads-endpoint.ts";
import type { ObjectToSend, UploadTransport } from "./upload-transport.ts";

/** A phone that changes networks pauses for a while; after a minute the connection counts as dead. Milliseconds. */
const stallMs = 60_000;

/** Up to this size, restarting an upload costs less than asking how far it got. Bytes. */
const maxWholeBytes = 6 * 1024 * 1024;

/** `UploadTransport` over PostgREST and Storage. */
export const platformTransport: UploadTransport = {
  begin: beginUpload,
  findBegun,
  send: (object) => whileSending(object.fileId, () => sendToStorage(object)),
  finish,
  remove: removeFile,
};

function sendToStorage(object: ObjectToSend): Promise<void> {
  return object.content.size > maxWholeBytes ? sendInParts(object) : sendWhole(object);
}

function sendWhole({ objectKey, mime, content, signal, onOffset, onBytes }: ObjectToSend): Promise<void> {
  const { platformUrl, publishableKey } = pageConfig();
  const url = `${platformUrl}/storage/v1/object/documents/${objectKey}`;
  const attempt = () => {
    onOffset(0);
    return withSessionToken((accessToken) =>
      sendObject({ url, publishableKey, accessToken, mime, content, signal, onBytes, stallMs }),
    );
  };
  return withRetries(attempt, signal);
}

async function sendInParts({ fileId, sha256, objectKey, ...object }: ObjectToSend): Promise<void> {
  const { sendResumable } = await import("./send-resumable.ts");
  await sendResumable({
    ...object,
    objectKey,
    endpoint: uploadsEndpoint(),
    publishableKey: pageConfig().publishableKey,
    uploadUrl: resumeNote(fileId)?.uploadUrl,
    onUploadUrl: (uploadUrl) => {
      const save = (hash: string) => saveResumeNote({ fileId, objectKey, sha256: hash, uploadUrl });
      // Without a hash there is nothing to resume: the file can't be read.
      void sha256.then(save, () => undefined);
    },
    stallMs,
    retryDelays,
  });
}

/** A file that has arrived, or whose row is gone, can no longer be resumed. */
async function finish(file: FileToFinish): Promise<void> {
  try {
    await finishUpload(file);
    dropResumeNote(file.fileId);
  } catch (error) {
    if (toAppError(error).code === "not_found") dropResumeNote(file.fileId);
    throw error;
  }
}
