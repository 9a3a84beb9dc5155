import { invalidMimeType } from "./storage.errors.ts";

/**
 * Refuses a type outside the bucket's list. Entries are exact or `type/*`; parameters count, as on the
 * service: `text/plain;charset=UTF-8` is not `text/plain`. A list that is empty or null allows everything.
 */
export function assertMimeAllowed(mime: string, allowed: readonly string[] | null): void {
  if (allowed === null || allowed.length === 0) return;
  const fits = allowed.some((entry) =>
    entry.endsWith("/*") ? mime.startsWith(entry.slice(0, -1)) : entry === mime,
  );
  if (!fits) throw invalidMimeType(mime);
}

/** A page uploaded as a document must not run as one: the service serves HTML as plain text. */
export function servedMime(mime: string): string {
  return mime.includes("text/html") ? "text/plain" : mime;
}
