import type { RequestHandler } from "express";
import { callWithToken } from "../http/call-with-token.ts";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { notStoppedPage, stoppedPage } from "../plain-pages/stop.page.ts";

/** `POST /email/stop/:token`: stops email about a request. A wrong token is answered alike. */
export function stopEmailRoute(platform: PlatformAccess): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const done = await callWithToken(platform, "stop_email", request.params.token);
    response
      .status(done ? 200 : 503)
      .type("html")
      .send(done ? stoppedPage : notStoppedPage);
  };
}
