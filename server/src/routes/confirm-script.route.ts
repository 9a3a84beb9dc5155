import type { RequestHandler } from "express";
import { confirmScript } from "../confirm-page/confirm.script.ts";

/** `GET /auth/confirm.js`: a file of its own, because the security policy allows no inline script. */
export const confirmScriptRoute: RequestHandler = (_request, response) => {
  response.type("js").send(confirmScript);
};
