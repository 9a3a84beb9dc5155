import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { invalidRequest, StorageError } from "../storage.errors.ts";
import { parseUserMetadata } from "./user-metadata.ts";

interface FormFile {
  bytes: Readable;
  mime: string;
  cacheControl: string;
  userMetadata: unknown;
}

const limits = { files: 1, fields: 10, fieldSize: 1024 * 1024 };

/**
 * Reads a form up to its file. Fields after the file are ignored; clients send them before it. The file's field can
 * have any name: the official client uses an empty one.
 */
export function readMultipart(body: Readable, contentType: string): Promise<FormFile> {
  const parser = createParser(contentType);
  const fields = new Map<string, string>();

  return new Promise((resolve, reject) => {
    let file: Readable | undefined;
    // Metadata above the limit is truncated, which makes it invalid JSON that is dropped.
    parser.on("field", (name, value) => void fields.set(name, value));
    parser.on("file", (_field, stream, _name, _encoding, mimeType) => {
      file = stream;
      // The form may fail before the file is read.
      stream.on("error", () => undefined);
      resolve({
        bytes: Readable.from(fromPart(stream), { objectMode: false }),
        ...describe(fields, mimeType),
      });
    });
    pipeline(body, parser).then(
      () => reject(invalidRequest("No file provided")),
      (error: unknown) => {
        // The parser doesn't end the file's stream if the form ends early.
        file?.destroy(asStorageError(error));
        reject(asStorageError(error));
      },
    );
  });
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch (error) {
    throw asStorageError(error);
  }
}

async function* fromPart(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw asStorageError(error);
  }
}

function describe(fields: Map<string, string>, partMime: string): Omit<FormFile, "bytes"> {
  const seconds = fields.get("cacheControl");
  return {
    mime: fields.get("contentType") ?? partMime,
    cacheControl: seconds === undefined ? "no-cache" : `max-age=${seconds}`,
    userMetadata: parseUserMetadata(fields.get("metadata") ?? fields.get("userMetadata") ?? ""),
  };
}

function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return invalidRequest(error instanceof Error ? error.message : String(error));
}
