import type { RequestHandler } from "express";
import { callWithToken } from "../http/call-with-token.ts";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { stopPage } from "../plain-pages/stop.page.ts";

/** `GET /email/stop/:token`: a button, and whose email it stops if the platform can tell. Changes nothing. */
export function stopPageRoute(platform: PlatformAccess): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const told =
      request.method === "GET" ? await callWithToken(platform, "peek_stop", request.params.token) : undefined;
    response.type("html").send(stopPage(told?.answer));
  };
}
