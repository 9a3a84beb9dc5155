import type { RequestHandler } from "express";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { notStoppedPage, stoppedPage, stopPage } from "../plain-pages/stop.page.ts";

/** `GET /email/stop/:token`: a page with a button, and no side effects. */
export const stopPageRoute: RequestHandler = (_request, response) => {
  response.set("Referrer-Policy", "no-referrer").type("html").send(stopPage);
};

/**
 * `POST /email/stop/:token`: stops email about a request. The token alone decides: a mail program posts here without a
 * browser (RFC 8058), so there is no origin to compare. A wrong token is answered alike.
 */
export function stopEmailRoute({ platformUrl, publishableKey, fetch }: PlatformAccess): RequestHandler<{
  token: string;
}> {
  return async (request, response) => {
    response.set("Referrer-Policy", "no-referrer").type("html");
    let isDone = false;
    try {
      const answer = await fetch(`${platformUrl}/rest/v1/rpc/stop_email`, {
        method: "POST",
        headers: { "Content-Type": "application/json", apikey: publishableKey },
        // The database takes no NUL, and a wrong token must be answered alike.
        body: JSON.stringify({ token: /^[\w-]+$/.test(request.params.token) ? request.params.token : "" }),
      });
      isDone = answer.ok;
    } catch {
      // Unreachable or too slow: the person may try again.
    }
    response.status(isDone ? 200 : 503).send(isDone ? stoppedPage : notStoppedPage);
  };
}
