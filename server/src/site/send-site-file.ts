import type { Request, Response } from "express";
import type { SiteFile } from "./site-file.ts";

/** Sends a file in the smallest form that the browser takes; a file that it has already is not sent again. */
export function sendSiteFile(response: Response, file: SiteFile, cacheControl: string): void {
  const form = file.forms.find(({ encoding }) => takes(response.req, encoding)) ?? file.forms.at(-1);
  if (!form) throw new Error("a file without a form");
  response.type(file.extension).set("Cache-Control", cacheControl);
  if (file.forms.length > 1) response.vary("Accept-Encoding");
  if (form.encoding) response.set("Content-Encoding", form.encoding);
  // What is never kept has nothing to be compared with.
  if (cacheControl !== "no-store") response.set("ETag", form.etag);
  response.send(form.bytes);
}

function takes(request: Request, encoding: string | undefined): boolean {
  return encoding === undefined || request.acceptsEncodings(encoding) !== false;
}
