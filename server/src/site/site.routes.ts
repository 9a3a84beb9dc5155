import { join } from "node:path";
import compression from "compression";
import express, { type Request, type RequestHandler, Router } from "express";
import { notFound } from "../middleware/errors.ts";
import type { Site } from "./load-site.ts";

/** Serves the built application: hashed assets for good, every address that a person may open as its one page. */
export function siteRoutes(site: Site): Router {
  const router = Router();
  const files = { index: false, redirect: false } as const;
  const page: RequestHandler = (_request, response) => {
    response.locals["route"] = "page";
    response.set("Cache-Control", "no-store").type("html").send(site.page);
  };

  router.use(compression());
  // The file itself holds placeholders; only the filled page may go out.
  router.get("/index.html", page);
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
  const readable = request.method === "GET" || request.method === "HEAD";
  return readable && !/\.[^/]*$/.test(request.path) && request.accepts("html") !== false;
}
