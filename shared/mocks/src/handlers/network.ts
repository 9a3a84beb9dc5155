import { HttpResponse, http } from "msw/http";
import { passthrough } from "msw/utils/passthrough";
import type { PlatformHandler, HandlerOptions } from "../platform-handler.ts";

/** Fails every request to the platform like a lost connection. */
export function networkDown({ once = false }: HandlerOptions = {}): PlatformHandler {
  return (platformUrl) => http.all(`${platformUrl}/*`, () => HttpResponse.error(), { once });
}

/** Passes requests without another handler on to a running platform. */
export function platformAnswers(): PlatformHandler {
  return (platformUrl) => http.all(`${platformUrl}/*`, () => passthrough());
}
