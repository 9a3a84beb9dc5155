import { documentOf, hasSession } from "@sheaf/contract/documents";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { linkStart } from "../middleware/clean-link.ts";
import { notFound } from "../middleware/errors.ts";
import { assetPolicy, wasmWorkerPolicy } from "../middleware/security-headers.ts";
import type { Site } from "./load-site.ts";
import type { SiteFile } from "./site-file.ts";

const wasmWorker = /^\/assets\/(hash|heic)\.worker-[\w-]+\.js$/;

/** The built file of any worker. */
const worker = /^\/assets\/[\w-]+\.worker[.-]/;

/**
 * Serves the built application: hashed assets with a one-year lifetime, and the page for every path that a user may
 * open.
 */
export function siteRoutes(site: Site): Router {
  const router = Router();
  const page: RequestHandler = ({ path, headers }, response) => {
    response.locals["route"] = "page";
    const document = documentOf(path, { hasSession: hasSession(headers.cookie) });
    sendSiteFile(response, (document && site.documents.get(document)) ?? site.page, "no-store");
  };
  const documents = new Set<string>(["index.html", ...site.documents.keys()]);

  router.use((request, response, next) => {
    const path = decoded(request.path);
    const file = isRead(request) ? site.files.get(path) : undefined;
    if (file) {
      const hashed = path.startsWith("/assets/");
      response.locals["route"] = hashed ? "asset" : "file";
      if (wasmWorker.test(path)) response.set("Content-Security-Policy", wasmWorkerPolicy);
      else if (hashed && !worker.test(path)) {
        response.set("Content-Security-Policy", assetPolicy).removeHeader("Permissions-Policy");
      }
      sendSiteFile(response, file, hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    } else next();
  });
  router.use("/assets", notFound);
  router.use((request, response, next) => {
    const name = fileName(request.path);
    if (isRead(request) && (documents.has(name) || isNavigation(request, name))) {
      void page(request, response, next);
    } else next();
  });
  return router;
}

/**
 * A path with a file extension is a missing file; a page sent in its place would run as a script or a style sheet. If a
 * browser says that it opens the path as a document, the page explains what is missing, and so it does at a link.
 */
function isNavigation(request: Request, name: string): boolean {
  const isDocument = request.get("Sec-Fetch-Dest") === "document" || linkStart(request.path) !== undefined;
  return (isDocument || !name.includes(".")) && request.accepts("html") !== false;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function fileName(path: string): string {
  return decoded(path.split("/").findLast((part) => part !== "") ?? "");
}

/** The decoded path, in which `%2E` is a dot. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Sends the smallest encoding that the browser accepts, or 304 if the browser has it. */
function sendSiteFile(response: Response, file: SiteFile, cacheControl: string): void {
  const form = file.forms.find(({ encoding }) => accepts(response.req, encoding)) ?? file.forms.at(-1);
  if (!form) throw new Error("a file without a form");
  response.type(file.extension).set("Cache-Control", cacheControl);
  if (file.forms.length > 1) response.vary("Accept-Encoding");
  if (form.encoding) response.set("Content-Encoding", form.encoding);
  // A response that is never stored needs no ETag.
  if (cacheControl !== "no-store") response.set("ETag", form.etag);
  response.send(form.bytes);
}

function accepts(request: Request, encoding: string | undefined): boolean {
  return encoding === undefined || request.acceptsEncodings(encoding) !== false;
}
