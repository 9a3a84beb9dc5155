import type { StoredMime } from "@sheaf/contract/file-type";
import { type BytesToSend, sendBytes } from "./send-bytes.ts";
import { storageRefusal } from "./storage-refusal.ts";

export interface SendObjectOptions extends Pick<BytesToSend, "url" | "signal" | "onBytes" | "stallMs"> {
  publishableKey: string;
  accessToken: string;
  mime: StoredMime;
  content: Blob;
}

/**
 * Sends one file's bytes in a single request.
 *
 * @throws AppError with Storage's own code, or `upload.interrupted` when the bytes may or may not have arrived.
 */
export async function sendObject(options: SendObjectOptions): Promise<void> {
  const { publishableKey, accessToken, mime, content, ...rest } = options;
  const response = await sendBytes({
    ...rest,
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${accessToken}`,
      "cache-control": "private, no-store",
      "content-type": mime,
      "x-upsert": "false",
    },
    body: content,
  });
  const refusal = storageRefusal(response);
  if (refusal) throw refusal;
}
