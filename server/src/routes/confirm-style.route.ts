import type { RequestHandler } from "express";
import type { Site } from "../site/load-site.ts";
import { confirmStyle } from "../confirm-page/confirm.style.ts";

/** `GET /auth/confirm.css`: a file of its own, because the security policy allows no inline style. */
export function confirmStyleRoute(site: Site | undefined): RequestHandler {
  const style = confirmStyle(site?.fontPath);
  return (_request, response) => {
    response.type("css").send(style);
  };
}
