import { buffer } from "node:stream/consumers";
import { normalizeRequest } from "@sheaf/mocks/tape/normalize-request";
import type { Request as Incoming, RequestHandler } from "express";
import { liveRedirect } from "./live-redirect.ts";
import { notPlayed, type PlayedRun } from "./played-run.ts";
import { sendPlayed } from "./send-played.ts";

/** Answers a browser that follows a link to the platform. */
export function standInRoute({
  run,
  platformUrl,
  siteUrl,
}: {
  run: PlayedRun;
  platformUrl: string;
  siteUrl: string;
}): RequestHandler {
  return async (incoming, outgoing) => {
    const live = await readRequest(incoming, platformUrl);
    const request = await normalizeRequest(live, {
      from: "navigation",
      originOf: (origin) => (origin === platformUrl ? "platform" : undefined),
    });
    const played = await run.respond(request);
    const taped = played.headers.get("location");
    if (taped === null) return sendPlayed(outgoing, played);

    const requested = new URL(live.url).searchParams.get("redirect_to");
    const location = liveRedirect({ taped, requested, siteUrl });
    if (location !== undefined) return sendPlayed(outgoing, played, { location });
    const reason = `The tape redirects to ${URL.parse(taped)?.origin ?? "another address"}, which is not part of the run.`;
    run.miss(request, reason);
    return sendPlayed(outgoing, notPlayed(reason));
  };
}

async function readRequest(incoming: Incoming, platformUrl: string): Promise<Request> {
  const { method, originalUrl } = incoming;
  const body = new Uint8Array(await buffer(incoming));
  return new Request(platformUrl + originalUrl, {
    method,
    headers: { "content-type": incoming.get("Content-Type") ?? "" },
    body: body.byteLength > 0 && method !== "GET" && method !== "HEAD" ? body : null,
  });
}
