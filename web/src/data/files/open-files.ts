import { limits } from "@sheaf/contract/limits";
import type { ReadPurpose } from "@sheaf/contract/states";
import { whenUserLeaves } from "../../lib/auth/session.ts";
import { dataClient } from "../../lib/data-client.ts";
import { AppError, toAppError } from "../../lib/errors.ts";

/**
 * Lets this session read a stored file, which the database records. Called before each read, it asks the database only if
 * the session may not read the file anyway; `isRefused` says that Storage refused it all the same. Fails with an `AppError`.
 */
export type OpenFile = (fileId: string, state?: { isRefused: boolean }) => Promise<void>;

/** The result of one request. */
interface Grant {
  /** By the page's clock. */
  at: number;
  /** Ids of the files that may be read. */
  readable: Promise<ReadonlySet<string>>;
}

type Purpose = Exclude<ReadPurpose, "export">;

/** A grant lives a minute; it is renewed before, for reads that begin late. Milliseconds. */
const renewAfter = 40_000;

/** Files of a download whose grants are renewed together. */
const renewedTogether = 100;

const isLive = ({ at }: Grant) => performance.now() - at < renewAfter;

/** By purpose and file. */
const held = new Map<string, Grant>();
whenUserLeaves(() => held.clear());

/** Files to open with the next request, which leaves once all current callers have asked. */
const gathering = new Map<Purpose, { files: string[]; grant: Grant }>();

/** Files that are asked for at the same time, such as those whose thumbnails are in view, are opened by one request. */
export function openFor(purpose: Purpose): OpenFile {
  return async (fileId, state) => {
    const key = `${purpose} ${fileId}`;
    const before = held.get(key);
    const grant = before && isLive(before) && !state?.isRefused ? before : gather(purpose, fileId);
    held.set(key, grant);
    try {
      await expectReadable(grant, fileId);
    } catch (error) {
      if (held.get(key) === grant) held.delete(key);
      throw error;
    }
  };
}

function gather(purpose: Purpose, fileId: string): Grant {
  const begun = gathering.get(purpose);
  if (begun) {
    begun.files.push(fileId);
    return begun.grant;
  }
  const files = [fileId];
  const readable = new Promise((resolve) => setTimeout(resolve)).then(() => {
    gathering.delete(purpose);
    return openFiles({ files, purpose });
  });
  const grant = { at: performance.now(), readable };
  gathering.set(purpose, { files, grant });
  return grant;
}

/** Begins a download of all these files, recorded once per 5,000 files, and renews their grants until it ends. */
export async function openForExport(fileIds: readonly string[]): Promise<OpenFile> {
  const batches = new Map<string, { grant: Grant; renew: () => Grant }>();
  for (const files of parts(fileIds, limits.filesOpenedTogether)) {
    const exportId = crypto.randomUUID();
    const open = (some: readonly string[]): Grant => ({
      at: performance.now(),
      readable: openFiles({ files: some, purpose: "export", exportId }),
    });
    const grant = open(files);
    await grant.readable;
    for (const part of parts(files, renewedTogether)) {
      const batch = { grant, renew: () => open(part) };
      for (const id of part) batches.set(id, batch);
    }
  }
  return async (fileId, state) => {
    const batch = batches.get(fileId);
    if (!batch) throw new AppError("not_found");
    if (!isLive(batch.grant) || state?.isRefused) batch.grant = batch.renew();
    await expectReadable(batch.grant, fileId);
  };
}

async function expectReadable({ readable }: Grant, fileId: string): Promise<void> {
  if (!(await readable).has(fileId)) throw new AppError("not_found");
}

interface Opening {
  files: readonly string[];
  purpose: ReadPurpose;
  exportId?: string;
}

async function openFiles({ files, purpose, exportId }: Opening): Promise<ReadonlySet<string>> {
  const { data, error } = await dataClient().rpc("open_files", {
    files: [...files],
    purpose,
    ...(exportId !== undefined && { export: exportId }),
  });
  if (error) throw toAppError(error);
  return new Set(data);
}

function parts<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, place) =>
    list.slice(place * size, (place + 1) * size),
  );
}
