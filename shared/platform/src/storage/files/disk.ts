import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bytesMissing, entityTooLarge } from "../storage.errors.ts";

/** Location of one version of an object: `<directory>/<bucket>/<key>/<version>`. */
export interface Location {
  bucket: string;
  key: string;
  version: string;
}

export interface Received {
  /** Size in bytes. */
  size: number;
  /** MD5 of the bytes in hex. */
  md5: string;
  /** Moves the complete file to its location. */
  save(location: Location): Promise<void>;
  discard(): Promise<void>;
}

export type Disk = ReturnType<typeof createDisk>;

// Bucket names can't contain `~`, so this folder can't collide with a bucket.
const incomingFolder = "~incoming";

export function createDisk(directory: string) {
  const incoming = join(directory, incomingFolder);
  let cleared: Promise<void> | undefined;
  const pathOf = ({ bucket, key, version }: Location) => {
    const path = join(directory, bucket, key, version);
    // Rows written by plain SQL may contain any path.
    if (!path.startsWith(join(directory, sep))) throw bytesMissing();
    return path;
  };

  /** Current size of a version in bytes; undefined if it doesn't exist. */
  async function sizeOf(location: Location): Promise<number | undefined> {
    try {
      return (await stat(pathOf(location))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    /**
     * Streams bytes to a temporary file.
     *
     * @throws after `limit` bytes, or if the client disconnects; the file is deleted then.
     */
    async receive(source: Readable, limit: number): Promise<Received> {
      // Files left incomplete by a crash are unused.
      cleared ??= rm(incoming, { recursive: true, force: true });
      await cleared;
      // On each call, because a reset of the platform deletes the whole folder.
      await mkdir(incoming, { recursive: true });
      const file = join(incoming, randomUUID());
      const hash = createHash("md5");
      let size = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          if (size > limit) return done(entityTooLarge());
          hash.update(chunk);
          return done(null, chunk);
        },
      });

      try {
        await pipeline(source, meter, createWriteStream(file, { flags: "wx" }));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }

      return {
        size,
        md5: hash.digest("hex"),
        save: async (location) => inFolderOf(pathOf(location), (target) => rename(file, target)),
        discard: () => rm(file, { force: true }),
      };
    },

    /** @throws if the bytes are missing although their row exists. */
    async open(location: Location): Promise<FileHandle> {
      try {
        return await open(pathOf(location));
      } catch (error) {
        if (isMissing(error)) throw bytesMissing();
        throw error;
      }
    },

    /** Creates an empty version, for bytes that arrive in parts. */
    begin: (location: Location) =>
      inFolderOf(pathOf(location), (file) => writeFile(file, "", { flag: "wx" })),

    /** Appends a part after the first `offset` bytes and returns its size. If the source fails, bytes received so far stay. */
    async append(location: Location, source: Readable, offset: number): Promise<number> {
      const file = createWriteStream(pathOf(location), { flags: "r+", start: offset });
      await pipeline(source, file);
      return file.bytesWritten;
    },

    sizeOf,

    /** Copies a version to another location, without using more space if the file system supports that. */
    async copy(from: Location, to: Location): Promise<void> {
      const source = pathOf(from);
      if ((await sizeOf(from)) === undefined) throw bytesMissing();
      await inFolderOf(pathOf(to), (target) => copyFile(source, target, constants.COPYFILE_FICLONE));
    },

    /** MD5 of a version in hex. */
    async md5Of(location: Location): Promise<string> {
      const hash = createHash("md5");
      await pipeline(createReadStream(pathOf(location)), hash);
      return hash.digest("hex");
    },

    /** Removes a version and the folders that are empty then. */
    async remove(location: Location): Promise<void> {
      const file = pathOf(location);
      await rm(file, { force: true });
      await pruneEmpty(dirname(file), directory);
    },
  };
}

async function inFolderOf(target: string, work: (target: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await work(target);
  } catch (error) {
    // A concurrent removal of the key's last version may delete the new folder.
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true });
    await work(target);
  }
}

async function pruneEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; relative(root, at) !== ""; at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      // Not empty or already deleted: either way the parent folders stay.
      return;
    }
  }
}

/** True if an operation failed because a file or one of its folders doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
