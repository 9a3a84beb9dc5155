import { FetchInterceptor } from "@mswjs/interceptors/fetch";
import { XMLHttpRequestInterceptor } from "@mswjs/interceptors/XMLHttpRequest";
import { defineNetwork, InterceptorSource } from "msw/experimental";
import { HttpResponse, http } from "msw/http";
import { passthrough } from "msw/utils/passthrough";
import type { Play } from "../tape/play.ts";
import { tapedRequest } from "../tape/taped-request.ts";

interface PageNetwork {
  /** Origin of the platform, without a slash at the end. */
  platformUrl: string;
  play: Play;
  /** Told of every request to the platform, as it is. */
  sees: (url: URL) => void;
  /** Whether a request to the page's own origin is let through. */
  lets: (url: URL) => boolean;
  /** Told of a request that goes to somebody else, which fails. */
  onElsewhere: (request: string) => void;
}

/**
 * From here on scripts of this page reach the platform's stand-in and their own origin, and nobody else. It works in
 * the page itself and not in a service worker, so that an upload still says how far it has come.
 */
export function startPageNetwork({ platformUrl, play, sees, lets, onElsewhere }: PageNetwork): void {
  const network = defineNetwork({
    sources: [
      new InterceptorSource({ interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()] }),
    ],
    handlers: [
      // Everything, as a handler: the library's own strictness lets addresses through that look like files.
      http.all("*", async ({ request }) => {
        const url = new URL(request.url);
        if (url.origin === platformUrl) {
          sees(url);
          return play(await tapedRequest(request, { from: "page", originOf: () => "platform" }));
        }
        if (url.origin === location.origin) return lets(url) ? passthrough() : HttpResponse.error();
        onElsewhere(`${request.method} ${request.url}`);
        return HttpResponse.error();
      }),
    ],
    onUnhandledFrame: "error",
    // The panel tells of every request; the console stays the page's own.
    context: { quiet: true },
  });
  network.enable();
}
