import type { RequestHandler } from "express";
import { callWithToken } from "../http/call-with-token.ts";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import {
  nothingStoppedPage,
  nothingUndonePage,
  notStoppedPage,
  resumedPages,
  stoppedPages,
  undoQuery,
} from "../plain-pages/stop.page.ts";

/**
 * `POST /email/stop/:token`: stops the emails that the token belongs to, or with `?undo` starts them again. 410 if there is
 * nothing to stop or to undo.
 */
export function stopEmailRoute(platform: PlatformAccess): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const isUndo = undoQuery in request.query;
    const done = await callWithToken(platform, isUndo ? "resume_email" : "stop_email", request.params.token);
    const [status, page] = done ? answered(done.answer, isUndo) : ([503, notStoppedPage] as const);
    response.status(status).type("html").send(page);
  };
}

function answered(scope: unknown, isUndo: boolean): readonly [status: number, page: string] {
  const page = (isUndo ? resumedPages : stoppedPages).get(scope);
  return page === undefined ? [410, isUndo ? nothingUndonePage : nothingStoppedPage] : [200, page];
}
