import type { RequestHandler } from "express";
import { callWithToken } from "../http/call-with-token.ts";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import {
  addressTakenPage,
  expiredPage,
  notUndonePage,
  signedOutPage,
  undonePage,
} from "../plain-pages/undo.page.ts";

/** `POST /email/undo/:token`: ends all sessions of an account and undoes the change that a security notice told of. */
export function undoChangeRoute(platform: PlatformAccess): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const done = await callWithToken(platform, "undo_account_change", request.params.token);
    const [status, page] = done ? answered(done.answer) : ([503, notUndonePage] as const);
    response.status(status).type("html").send(page);
  };
}

const pages: Readonly<Record<string, string>> = {
  undone: undonePage,
  signed_out: signedOutPage,
  address_taken: addressTakenPage,
};

function answered(answer: unknown): readonly [status: number, page: string] {
  const page = pages[String(answer)];
  return page === undefined ? [410, expiredPage] : [200, page];
}
