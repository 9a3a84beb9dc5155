import { toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { beginUpload } from "./begin-upload.ts";
import { findBegun } from "./find-begun.ts";
import { type FileToFinish, finishUpload } from "./finish-upload.ts";
import { dropResumeNote, keepResumeNote, resumeNote } from "./resume-notes.ts";
import { sendObject } from "./send-object.ts";
import { whileSending } from "./sending-lock.ts";
import { withSessionToken } from "./session-token.ts";
import { takeBackFile } from "./take-back-file.ts";
import { uploadsEndpoint } from "./uploads-endpoint.ts";
import type { ObjectToSend, UploadTransport } from "./upload-transport.ts";

/** A phone that changes networks is silent for a while; a minute of silence is a dead line. Milliseconds. */
const stallMs = 60_000;

/** Up to this size a file goes in one piece: to begin it again costs less than to ask how far it was. Bytes. */
const inOnePiece = 6 * 1024 * 1024;

/** A line that breaks is often back within seconds; after these the person is told. Milliseconds. */
const retryDelays = [500, 2000, 5000];

/** The five calls as the platform takes them. */
export const platformTransport: UploadTransport = {
  begin: beginUpload,
  findBegun,
  send: (object) => whileSending(object.fileId, () => sendToStorage(object)),
  finish,
  remove: takeBackFile,
};

function sendToStorage(object: ObjectToSend): Promise<void> {
  return object.content.size > inOnePiece ? sendInParts(object) : sendWhole(object);
}

function sendWhole({ objectKey, mime, content, signal, onBytes }: ObjectToSend): Promise<void> {
  const { platformUrl, publishableKey } = pageConfig();
  const url = `${platformUrl}/storage/v1/object/documents/${objectKey}`;
  return withSessionToken((accessToken) =>
    sendObject({ url, publishableKey, accessToken, mime, content, signal, onBytes, stallMs }),
  );
}

async function sendInParts({ fileId, sha256, objectKey, ...object }: ObjectToSend): Promise<void> {
  const { sendResumable } = await import("./send-resumable.ts");
  await sendResumable({
    ...object,
    objectKey,
    endpoint: uploadsEndpoint(),
    publishableKey: pageConfig().publishableKey,
    uploadUrl: resumeNote(fileId)?.uploadUrl,
    onUploadUrl: (uploadUrl) => keepResumeNote({ fileId, objectKey, sha256, uploadUrl }),
    stallMs,
    retryDelays,
  });
}

/** Once a file has arrived, or never can, there is nothing left to go on with. */
async function finish(file: FileToFinish): Promise<void> {
  try {
    await finishUpload(file);
    dropResumeNote(file.fileId);
  } catch (error) {
    if (toAppError(error).code === "not_found") dropResumeNote(file.fileId);
    throw error;
  }
}
