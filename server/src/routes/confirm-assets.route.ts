import type { RequestHandler } from "express";
import { confirmScript } from "../confirm-page/confirm.script.ts";
import { confirmStyle } from "../confirm-page/confirm.style.ts";
import type { Site } from "../site/load-site.ts";

/** `GET /auth/confirm.js`: a separate file because the security policy allows no inline script. */
export const confirmScriptRoute: RequestHandler = (_request, response) => {
  response.type("js").send(confirmScript);
};

/** `GET /auth/confirm.css`: a separate file because the security policy allows no inline style. */
export function confirmStyleRoute(site: Site | undefined): RequestHandler {
  const style = confirmStyle(site?.fontPath);
  return (_request, response) => {
    response.type("css").send(style);
  };
}
