import type { ErrorRequestHandler, RequestHandler } from "express";
import { describeThrown } from "../describe-thrown.ts";
import type { Log } from "../log.ts";
import { refuse } from "../refuse.ts";

/** For everything under `/auth` that is not an endpoint, and for assets that are not there. */
export const notFound: RequestHandler = (_request, response) => {
  response.status(404).type("text/plain").send("There is nothing at this address.\n");
};

/**
 * What a client sent wrongly is a 400 and no more; what broke here is logged and, in the middle of a sign-in,
 * answered with the page that offers a way on. Neither answer repeats anything of the request.
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
