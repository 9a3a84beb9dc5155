import type { RequestHandler } from "express";
import { callWithToken } from "../http/call-with-token.ts";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { nothingStoppedPage, notStoppedPage, stoppedPages } from "../plain-pages/stop.page.ts";

/** `POST /email/stop/:token`: stops the emails that the token belongs to. 410 if it belongs to none. */
export function stopEmailRoute(platform: PlatformAccess): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const done = await callWithToken(platform, "stop_email", request.params.token);
    const [status, page] = done ? answered(done.answer) : ([503, notStoppedPage] as const);
    response.status(status).type("html").send(page);
  };
}

function answered(stopped: unknown): readonly [status: number, page: string] {
  const page = stoppedPages.get(stopped);
  return page === undefined ? [410, nothingStoppedPage] : [200, page];
}
