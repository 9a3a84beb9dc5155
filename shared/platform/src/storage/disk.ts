import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isMissing } from "./missing-file.ts";
import { bytesMissing, entityTooLarge } from "./storage.errors.ts";

/** Where one version of one object lies: `<directory>/<bucket>/<key>/<version>`. */
export interface Location {
  bucket: string;
  key: string;
  version: string;
}

export interface Received {
  /** Bytes. */
  size: number;
  /** MD5 of the bytes, hex. */
  md5: string;
  /** Puts the whole file in its place. */
  keep(location: Location): Promise<void>;
  discard(): Promise<void>;
}

export type Disk = ReturnType<typeof createDisk>;

// `~` cannot occur in a bucket's name, so no bucket can be this folder.
const incomingFolder = "~incoming";

export function createDisk(directory: string) {
  const incoming = join(directory, incomingFolder);
  let cleared: Promise<void> | undefined;
  const pathOf = ({ bucket, key, version }: Location) => {
    const path = join(directory, bucket, key, version);
    // A row written by plain SQL may name anything.
    if (!path.startsWith(join(directory, sep))) throw bytesMissing();
    return path;
  };

  /** Bytes of one version so far, undefined where there is none. */
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
     * Streams bytes to a temporary file. Past `limit` bytes, or when the sender goes away, it throws and
     * nothing is left behind.
     */
    async receive(source: Readable, limit: number): Promise<Received> {
      // What a crash left half-written belongs to nobody.
      cleared ??= rm(incoming, { recursive: true, force: true });
      await cleared;
      // Each time, because a platform that is reset takes the whole folder away.
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
        keep: async (location) => inFolderOf(pathOf(location), (target) => rename(file, target)),
        discard: () => rm(file, { force: true }),
      };
    },

    /** Throws when the bytes of a known row are not there. */
    async open(location: Location): Promise<FileHandle> {
      try {
        return await open(pathOf(location));
      } catch (error) {
        if (isMissing(error)) throw bytesMissing();
        throw error;
      }
    },

    /** Makes an empty version, for bytes that come in parts. */
    begin: (location: Location) =>
      inFolderOf(pathOf(location), (file) => writeFile(file, "", { flag: "wx" })),

    /** Streams a part behind the first `offset` bytes; how many came. Where the source breaks off, those are kept. */
    async append(location: Location, source: Readable, offset: number): Promise<number> {
      const file = createWriteStream(pathOf(location), { flags: "r+", start: offset });
      await pipeline(source, file);
      return file.bytesWritten;
    },

    sizeOf,

    /** Puts a copy of one version in another place; where the file system can, without taking room for it. */
    async copy(from: Location, to: Location): Promise<void> {
      const source = pathOf(from);
      if ((await sizeOf(from)) === undefined) throw bytesMissing();
      await inFolderOf(pathOf(to), (target) => copyFile(source, target, constants.COPYFILE_FICLONE));
    },

    /** MD5 of one version, hex. */
    async md5Of(location: Location): Promise<string> {
      const hash = createHash("md5");
      await pipeline(createReadStream(pathOf(location)), hash);
      return hash.digest("hex");
    },

    /** Removes one version and the folders it leaves empty. */
    async remove(location: Location): Promise<void> {
      const file = pathOf(location);
      await rm(file, { force: true });
      await pruneEmpty(dirname(file), directory);
    },
  };
}

async function inFolderOf(target: string, put: (target: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await put(target);
  } catch (error) {
    // Somebody removing the key's last version may prune the folder just made.
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true });
    await put(target);
  }
}

async function pruneEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; relative(root, at) !== ""; at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      // Not empty, or already gone: either way the folders above stay.
      return;
    }
  }
}
