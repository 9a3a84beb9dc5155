import { AppError } from "../../lib/errors.ts";

const prefix = "sheaf:sending:";

/**
 * Does the work unless another tab of this browser is sending the same file: two would take the upload from each other
 * time and again. Where the browser knows no locks, as on plain http, nobody is kept out.
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

/** Files that some tab of this browser is sending at this moment. */
export async function filesBeingSent(): Promise<ReadonlySet<string>> {
  if (!("locks" in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = "" }) => name).filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)));
}
