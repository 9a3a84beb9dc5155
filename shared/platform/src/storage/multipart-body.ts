import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { entityTooLarge, invalidRequest, StorageError } from "./storage.errors.ts";
import { parseUserMetadata } from "./user-metadata.ts";

interface FormFile {
  bytes: Readable;
  mime: string;
  cacheControl: string;
  userMetadata: unknown;
}

const limits = { files: 1, fields: 10, fieldSize: 1024 * 1024 };

/**
 * Reads a form up to its file. Only fields before the file count, which is the order clients send. The file's
 * field may be called anything: the official client calls it by the empty string.
 */
export function readMultipart(body: Readable, contentType: string): Promise<FormFile> {
  const parser = createParser(contentType);
  const fields = new Map<string, string>();

  return new Promise((resolve, reject) => {
    let file: Readable | undefined;
    parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) reject(entityTooLarge());
      fields.set(name, value);
    });
    parser.on("file", (_field, stream, _name, _encoding, mimeType) => {
      file = stream;
      // The form may break off before anybody reads the file.
      stream.on("error", () => undefined);
      resolve({
        bytes: Readable.from(fromPart(stream), { objectMode: false }),
        ...describe(fields, mimeType),
      });
    });
    pipeline(body, parser).then(
      () => reject(invalidRequest("No file provided")),
      (error: unknown) => {
        // The parser does not end the file's stream when the form ends early.
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
