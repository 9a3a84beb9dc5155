import { platformPlays, type Play } from "@sheaf/mocks/tape/play";
import { tapedRequest } from "@sheaf/mocks/tape/taped-request";
import { http, type HttpHandler } from "msw/http";

/** What answers whatever the sidecar asks within a run. */
export function runHandlers(play: Play, platformUrl: string): HttpHandler[] {
  return [
    platformPlays(play, { from: "sidecar" })(platformUrl),
    // No tape knows another origin: the run names the request as one that it misses.
    http.all("*", async ({ request }) =>
      play(await tapedRequest(request, { from: "sidecar", originOf: () => undefined })),
    ),
  ];
}
