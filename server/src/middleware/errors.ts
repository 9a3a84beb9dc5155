import type { ErrorRequestHandler, RequestHandler } from "express";
import { describeThrown } from "../http/describe-thrown.ts";
import type { Log } from "../log.ts";
import { refuse } from "../http/refuse.ts";

/** For paths under `/auth` that are not endpoints, and for missing assets. */
export const notFound: RequestHandler = (_request, response) => {
  response.status(404).type("text/plain").send("Page not found.\n");
};

/**
 * A malformed request gets a 400. An internal error is logged and, during a sign-in, answered with the page that
 * offers a next step. Neither response repeats anything from the request.
 */
export function errors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = clientStatus(error);
    if (status === undefined)
      log.error({ requestId: response.locals["requestId"], ...describeThrown(error) });
    if (response.headersSent) {
      next(error);
    } else if (status !== undefined) {
      response.status(status).type("text/plain").send("We cannot read this request.\n");
    } else if (request.path.startsWith("/auth/")) {
      refuse(response, { status: 500, code: "unexpected_failure" });
    } else {
      response
        .status(500)
        .type("text/plain")
        .send("Something went wrong on our side. Try again in a moment.\n");
    }
  };
}

function clientStatus(error: unknown): number | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
