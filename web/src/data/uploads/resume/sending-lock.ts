import { AppError } from "../../../lib/errors.ts";

const prefix = "sheaf:sending:";

/**
 * Runs `work` unless another tab of this browser is uploading the same file, because two tabs would keep taking the upload
 * from each other. Without the Web Locks API, as on plain http, nothing is locked.
 *
 * @throws AppError `upload.elsewhere`.
 */
export function whileSending(fileId: string, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(prefix + fileId, { ifAvailable: true }, (lock) => {
    if (lock === null) throw new AppError("upload.elsewhere");
    return work();
  });
}

/** Ids of the files that any tab of this browser is uploading. */
export async function filesBeingSent(): Promise<ReadonlySet<string>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)));
}
