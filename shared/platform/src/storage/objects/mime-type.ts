import { invalidMimeType } from "../storage.errors.ts";

/**
 * Rejects types outside the bucket's list. Entries are exact or `type/*`. As on the service, parameters are significant:
 * `text/plain;charset=UTF-8` isn't `text/plain`. An empty list or null allows all types.
 */
export function assertMimeAllowed(mime: string, allowed: readonly string[] | null): void {
  if (allowed === null || allowed.length === 0) return;
  const fits = allowed.some((entry) =>
    entry.endsWith("/*") ? mime.startsWith(entry.slice(0, -1)) : entry === mime,
  );
  if (!fits) throw invalidMimeType(mime);
}

/** Like the service, serves HTML as plain text, so that uploaded pages can't run scripts. */
export function servedMime(mime: string): string {
  return mime.includes("text/html") ? "text/plain" : mime;
}
