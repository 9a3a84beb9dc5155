import { platformResponds, type Respond } from "@sheaf/mocks/tape/respond";
import { normalizeRequest } from "@sheaf/mocks/tape/normalize-request";
import { http, type HttpHandler } from "msw/http";

/** Handlers for the sidecar's requests within a run. */
export function runHandlers(respond: Respond, platformUrl: string): HttpHandler[] {
  return [
    platformResponds(respond, { from: "sidecar" })(platformUrl),
    // Tapes have no other origins, so the run records a miss.
    http.all("*", async ({ request }) =>
      respond(await normalizeRequest(request, { from: "sidecar", originOf: () => undefined })),
    ),
  ];
}
