import { type Request, type RequestHandler, Router } from "express";
import { notFound } from "../middleware/errors.ts";
import type { Site } from "./load-site.ts";
import { sendSiteFile } from "./send-site-file.ts";

/** Serves the built application: hashed assets for good, every address that a person may open as a page. */
export function siteRoutes(site: Site): Router {
  const router = Router();
  const page: RequestHandler = ({ path }, response) => {
    response.locals["route"] = "page";
    const own = site.ownPages.get(path.replace(/(?<=.)\/+$/, ""));
    sendSiteFile(response, own ?? site.page, "no-store");
  };
  const documents = new Set([
    "index.html",
    ...[...site.ownPages.keys()].map((path) => `${path.slice(1)}.html`),
  ]);

  router.use((request, response, next) => {
    const path = decoded(request.path);
    const file = isRead(request) ? site.files.get(path) : undefined;
    if (file) {
      const hashed = path.startsWith("/assets/");
      response.locals["route"] = hashed ? "asset" : "file";
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

/** A path that ends like a file is a missing one; a page in its place would be run as a script or a style. */
function isNavigation(request: Request, name: string): boolean {
  return !name.includes(".") && request.accepts("html") !== false;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function fileName(path: string): string {
  return decoded(path.split("/").findLast((part) => part !== "") ?? "");
}

/** The path as a file system would see it: `%2E` is a dot by then. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
