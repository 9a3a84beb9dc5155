import type { RequestHandler } from "express";
import { confirmStyle } from "../confirm-page/confirm.style.ts";

/** `GET /auth/confirm.css`: a file of its own, because the security policy allows no inline style. */
export const confirmStyleRoute: RequestHandler = (_request, response) => {
  response.type("css").send(confirmStyle);
};
