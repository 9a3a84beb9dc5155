import { HttpResponse, http } from "msw/http";
import { crossOrigin } from "../json-response.ts";
import type { PlatformHandler } from "../platform-handler.ts";
import { type TapePlayer, isMiss } from "./tape-player.ts";
import type { RequestSource, RecordedResponse, RecordedRequest } from "./tape.ts";
import { normalizeRequest } from "./normalize-request.ts";

/** Responds to requests to the platform. An error response stands for a lost connection. */
export type Respond = (request: RecordedRequest) => Promise<Response>;

/** Reads a file stored beside the tapes, by its SHA-256. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Responds from a tape. A miss fails like a lost connection; the player records the reason. */
export function respondFromTape(player: TapePlayer, readBlob: ReadBlob): Respond {
  return async (request) => {
    const played = player.play(request);
    return isMiss(played) ? HttpResponse.error() : await responseOf(played, readBlob);
  };
}

/** Lets `respond` answer all requests that `from` makes to the platform. */
export function platformResponds(
  respond: Respond,
  { from = "page" }: { from?: RequestSource } = {},
): PlatformHandler {
  return (platformUrl) => {
    const originOf = (origin: string) => (origin === new URL(platformUrl).origin ? "platform" : undefined);
    return http.all(`${platformUrl}/*`, async ({ request }) => {
      if (request.method === "OPTIONS") return new HttpResponse(null, { status: 204, headers: crossOrigin });
      return respond(await normalizeRequest(request, { from, originOf }));
    });
  };
}

/** The recorded response, with CORS headers that allow any origin. */
async function responseOf(
  { status, headers, body }: RecordedResponse,
  readBlob: ReadBlob,
): Promise<Response> {
  const init = { status, headers: { ...crossOrigin, ...headers } };
  if (!body) return new HttpResponse(null, init);
  if ("json" in body) return new HttpResponse(JSON.stringify(body.json), init);
  return new HttpResponse("text" in body ? body.text : await readBlob(body.blob), init);
}
