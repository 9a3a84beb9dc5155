import { HttpResponse, http } from "msw/http";
import { crossOrigin } from "../answer.ts";
import type { Fault } from "../fault.ts";
import { type Deck, isMiss } from "./deck.ts";
import type { Asker, TapedAnswer, TapedRequest } from "./tape.ts";
import { tapedRequest } from "./taped-request.ts";

/** Answers requests to the platform; an error response stands for a connection that is lost. */
export type Play = (request: TapedRequest) => Promise<Response>;

/** Bytes that lie beside a tape, by their SHA-256. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Answers from a tape. What is not on it fails as if there were no network; the deck says why. */
export function deckPlays(deck: Deck, readBlob: ReadBlob): Play {
  return async (request) => {
    const played = deck.play(request);
    return isMiss(played) ? HttpResponse.error() : await responseOf(played, readBlob);
  };
}

/** Whatever `from` asks of the platform is answered by `play`. */
export function platformPlays(play: Play, { from = "page" }: { from?: Asker } = {}): Fault {
  return (platformUrl) => {
    const originOf = (origin: string) => (origin === new URL(platformUrl).origin ? "platform" : undefined);
    return http.all(`${platformUrl}/*`, async ({ request }) => {
      if (request.method === "OPTIONS") return new HttpResponse(null, { status: 204, headers: crossOrigin });
      return play(await tapedRequest(request, { from, originOf }));
    });
  };
}

/** The answer as it went over the wire, but for what belongs to the origin that it was taped on. */
async function responseOf({ status, headers, body }: TapedAnswer, readBlob: ReadBlob): Promise<Response> {
  const init = { status, headers: { ...crossOrigin, ...headers } };
  if (!body) return new HttpResponse(null, init);
  if ("json" in body) return new HttpResponse(JSON.stringify(body.json), init);
  return new HttpResponse("text" in body ? body.text : await readBlob(body.blob), init);
}
