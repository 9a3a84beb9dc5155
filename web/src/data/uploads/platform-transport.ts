import { AppError, toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { platformClient } from "../../lib/platform.ts";
import { beginUpload } from "./begin-upload.ts";
import { findBegun } from "./find-begun.ts";
import { finishUpload } from "./finish-upload.ts";
import { removeFile } from "./remove-file.ts";
import { sendObject } from "./send-object.ts";
import type { ObjectToSend, UploadTransport } from "./upload-transport.ts";

/** A phone that changes networks is silent for a while; a minute of silence is a dead line. Milliseconds. */
const stallMs = 60_000;

/** The five calls as the platform takes them. */
export const platformTransport: UploadTransport = {
  begin: beginUpload,
  findBegun,
  send: sendToStorage,
  finish: finishUpload,
  remove: removeFile,
};

async function sendToStorage({ objectKey, ...object }: ObjectToSend): Promise<void> {
  const { platformUrl, publishableKey } = pageConfig();
  const url = `${platformUrl}/storage/v1/object/documents/${objectKey}`;
  const send = (accessToken: string) => sendObject({ ...object, url, publishableKey, accessToken, stallMs });
  const token = await currentToken();
  try {
    await send(token);
  } catch (error) {
    // Storage refuses an old token and a missing right with one and the same code; only a newer token tells them apart.
    const { code } = toAppError(error);
    if (code !== "AccessDenied" && code !== "InvalidJWT") throw error;
    const newer = await refreshedToken();
    if (newer === token) throw error;
    await send(newer);
  }
}

/** The token as it is now: the client renews one that is about to end. */
async function currentToken(): Promise<string> {
  const { data, error } = await platformClient().auth.getSession();
  if (error) throw toAppError(error);
  if (!data.session) throw new AppError("session.required");
  return data.session.access_token;
}

async function refreshedToken(): Promise<string> {
  const { data, error } = await platformClient().auth.refreshSession();
  if (error) throw toAppError(error);
  if (!data.session) throw new AppError("session.required");
  return data.session.access_token;
}
