import type { RequestHandler } from "express";
import { confirmScript } from "../plain-pages/confirm.script.ts";
import { plainStyle } from "../plain-pages/plain.style.ts";
import type { Site } from "../site/load-site.ts";

/** `GET /auth/confirm.js`: a separate file because the security policy allows no inline script. */
export const confirmScriptRoute: RequestHandler = (_request, response) => {
  response.type("js").send(confirmScript);
};

/** `GET /auth/confirm.css`: a separate file because the security policy allows no inline style. */
export function plainStyleRoute(site: Site | undefined): RequestHandler {
  const style = plainStyle(site?.fontPath);
  return (_request, response) => {
    response.type("css").send(style);
  };
}
