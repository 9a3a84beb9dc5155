import { cleanFileName } from "@sheaf/contract/file-name";
import type { PreviewableMime } from "@sheaf/contract/file-type";
import { dataClient } from "../../lib/data-client.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { withRetries } from "../uploads/retry-policy.ts";
import { sendObject } from "../uploads/transport/send-object.ts";
import { withSessionToken } from "../uploads/transport/session-token.ts";
import { inspectExample } from "./inspect-example.ts";

export interface ExampleToAdd {
  /** Called once the file has been found valid: resolves to the id of the item, which may have to be saved first. */
  itemId: () => Promise<string>;
  content: File;
  signal: AbortSignal;
  /** Called as bytes are sent, with the number sent so far. */
  onBytes: (loaded: number) => void;
}

/** A connection that moves nothing for this long counts as dead. Milliseconds. */
const stallMs = 60_000;

/** Fails with an `AppError`, or with an `AbortError` when stopped. */
export async function uploadExample(example: ExampleToAdd): Promise<void> {
  const { itemId, content, signal } = example;
  const mime = await inspectExample(content);
  const item = await itemId();
  const { data, error } = await dataClient()
    .rpc("begin_example", { item, name: cleanFileName(content.name), size: content.size, mime })
    .abortSignal(signal);
  signal.throwIfAborted();
  if (error) throw toAppError(error);
  const [begun] = data;
  if (!begun) throw new AppError("not_found");
  const refusal = await sendContent(example, begun.object_key, mime).then(() => undefined, toAppError);
  signal.throwIfAborted();
  // Also after a refusal: a repeated attempt is refused if only the response of the first was lost.
  const finished = await dataClient()
    .rpc("finish_example", { example: begun.example_id })
    .abortSignal(signal);
  signal.throwIfAborted();
  if (finished.error) throw refusal ?? toAppError(finished.error);
}

function sendContent(example: ExampleToAdd, objectKey: string, mime: PreviewableMime): Promise<void> {
  const { content, signal, onBytes } = example;
  const { platformUrl, publishableKey } = pageConfig();
  const url = `${platformUrl}/storage/v1/object/assets/${objectKey}`;
  const attempt = () =>
    withSessionToken((accessToken) =>
      sendObject({ url, publishableKey, accessToken, mime, content, signal, onBytes, stallMs }),
    );
  return withRetries(attempt, signal);
}
