import { join } from "node:path";
import compression from "compression";
import express, { type Request, type RequestHandler, Router } from "express";
import { notFound } from "../middleware/errors.ts";
import type { Site } from "./load-site.ts";

/** Serves the built application: hashed assets for good, every address that a person may open as a page. */
export function siteRoutes(site: Site): Router {
  const router = Router();
  const files = { index: false, redirect: false } as const;
  const page: RequestHandler = ({ path }, response) => {
    response.locals["route"] = "page";
    const html = site.ownPages.get(path.replace(/(?<=.)\/+$/, "")) ?? site.page;
    response.set("Cache-Control", "no-store").type("html").send(html);
  };
  const documents = new Set([
    "index.html",
    ...[...site.ownPages.keys()].map((path) => `${path.slice(1)}.html`),
  ]);

  router.use(compression());
  router.use((request, response, next) => {
    const name = fileName(request.path);
    // The build writes maps for reading our own errors; to a stranger they would hand out the whole source.
    if (/\.map$/i.test(name)) notFound(request, response, next);
    // The files themselves hold placeholders; only the filled page may go out.
    else if (documents.has(name) && isRead(request)) void page(request, response, next);
    else next();
  });
  router.use(
    "/assets",
    named("asset", express.static(join(site.root, "assets"), { ...files, immutable: true, maxAge: "365d" })),
  );
  router.use("/assets", notFound);
  router.use(named("file", express.static(site.root, { ...files, maxAge: "1h" })));
  router.use((request, response, next) => {
    if (isNavigation(request)) void page(request, response, next);
    else next();
  });
  return router;
}

function named(name: string, serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    response.locals["route"] = name;
    void serve(request, response, (error?: unknown) => {
      response.locals["route"] = undefined;
      next(error);
    });
  };
}

/** A path that ends like a file is a missing asset; a page in its place would be run as a script or a style. */
function isNavigation(request: Request): boolean {
  return isRead(request) && !/\.[^/]*$/.test(request.path) && request.accepts("html") !== false;
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** The end of a path as the file system will see it: `%2E` is a dot by then. */
function fileName(path: string): string {
  const end = path.split("/").findLast((part) => part !== "") ?? "";
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}
