import { cleanToken } from "@sheaf/contract/link-token";
import { pages } from "@sheaf/contract/pages";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import type { RequestHandler } from "express";

const linkStarts = [
  pages.link.href({ token: "" }),
  pages.join.href({ token: "" }),
  `${sidecarPaths.stopEmail}/`,
  `${sidecarPaths.undoChange}/`,
];

/** The start of a link's path, before its token; undefined if the path belongs to no link. */
export function linkStart(path: string): string | undefined {
  return linkStarts.find((start) => path.startsWith(start) && path.length > start.length);
}

/** Redirects a link that was passed on with marks around it to the link itself. */
export const cleanLink: RequestHandler = (request, response, next) => {
  const { method, path, url } = request;
  const start = linkStart(path);
  if (start === undefined || (method !== "GET" && method !== "HEAD")) return next();
  const given = path.slice(start.length).replace(/\/$/, "");
  const token = cleanToken(given);
  if (token === undefined || token === given) return next();
  response.locals["route"] = `${start}:token with marks`;
  const query = url.indexOf("?");
  const search = query === -1 ? "" : url.slice(query);
  response.status(308).set("Location", `${start}${token}${search}`).set("Cache-Control", "no-store").end();
};
