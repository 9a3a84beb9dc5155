import { FetchInterceptor } from "@mswjs/interceptors/fetch";
import { XMLHttpRequestInterceptor } from "@mswjs/interceptors/XMLHttpRequest";
import { defineNetwork, InterceptorSource } from "msw/experimental";
import { HttpResponse, http } from "msw/http";
import { passthrough } from "msw/utils/passthrough";
import type { Respond } from "../tape/respond.ts";
import { normalizeRequest } from "../tape/normalize-request.ts";

interface PageNetwork {
  /** Origin of the platform, without a slash at the end. */
  platformUrl: string;
  respond: Respond;
  /** Called for every request to the platform, before it is masked. */
  onPlatformRequest: (url: URL) => void;
  /** Decides whether a request to the page's own origin is sent. */
  allows: (url: URL) => boolean;
  /** Called for a request to any other origin, which is blocked. */
  onBlocked: (request: string) => void;
}

/**
 * Intercepts all requests of this page's scripts: those to the platform are answered from the tape, those to other
 * origins fail. Runs in the page rather than in a service worker, which would hide upload progress.
 */
export function startPageNetwork({
  platformUrl,
  respond,
  onPlatformRequest,
  allows,
  onBlocked,
}: PageNetwork): void {
  const network = defineNetwork({
    sources: [
      new InterceptorSource({ interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()] }),
    ],
    handlers: [
      // A catch-all handler, because the library's own check lets URLs through that look like files.
      http.all("*", async ({ request }) => {
        const url = new URL(request.url);
        if (url.origin === platformUrl) {
          onPlatformRequest(url);
          return respond(await normalizeRequest(request, { from: "page", originOf: () => "platform" }));
        }
        if (url.origin === location.origin) return allows(url) ? passthrough() : HttpResponse.error();
        onBlocked(`${request.method} ${request.url}`);
        return HttpResponse.error();
      }),
    ],
    onUnhandledFrame: "error",
    // The panel lists every request, so nothing is logged to the console.
    context: { quiet: true },
  });
  network.enable();
}
