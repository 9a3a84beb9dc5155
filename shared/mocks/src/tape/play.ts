import { HttpResponse, http } from "msw/http";
import { crossOrigin } from "../answer.ts";
import type { Fault } from "../fault.ts";
import { type Deck, isMiss } from "./deck.ts";
import type { TapedAnswer } from "./tape.ts";
import { tapedRequest } from "./taped-request.ts";

/** Bytes that lie beside a tape, by their SHA-256. */
export type ReadBlob = (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The platform answers from a tape. What is not on it fails as if there were no network; the deck says why. */
export function platformPlays(deck: Deck, readBlob: ReadBlob): Fault {
  return (platformUrl) => {
    const originOf = (origin: string) => (origin === new URL(platformUrl).origin ? "platform" : undefined);
    return http.all(`${platformUrl}/*`, async ({ request }) => {
      if (request.method === "OPTIONS") return new HttpResponse(null, { status: 204, headers: crossOrigin });
      const played = deck.play(await tapedRequest(request, originOf));
      return isMiss(played) ? HttpResponse.error() : await responseOf(played, readBlob);
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
