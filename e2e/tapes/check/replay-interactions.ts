import { createHash } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { committedTapes } from "@sheaf/mocks/library";
import type { Interaction, RecordedResponse, RecordedRequest } from "@sheaf/mocks/tape/tape";
import { requestKey } from "@sheaf/mocks/tape/normalize-request";
import type { QaSite } from "./qa-site.ts";

/** A response as a script in the page received it. */
interface ReceivedResponse {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  bytes: string;
}

export interface Replayed {
  interactions: number;
  /** Interactions whose response differs from the tape on disk. */
  problems: string[];
}

/** Makes the page's recorded requests one after the other and compares every response byte for byte. */
export async function replayInteractions(
  context: BrowserContext,
  name: string,
  { platformUrl }: QaSite,
): Promise<Replayed> {
  const { interactions } = await committedTapes.readTape(name);
  const ofPage = interactions.filter(({ request }) => request.from === "page");
  const page = await context.newPage();
  try {
    await page.goto(`/nowhere?qa=${name}`, { waitUntil: "commit" });
    await page.waitForFunction(() => window.sheafQa);
    const requests = ofPage.map(({ request }) => ({
      url: addressOf(request, platformUrl),
      init: initOf(request),
    }));
    const received = await page.evaluate(async (requests) => {
      const responses = [];
      for (const { url, init } of requests) {
        const response = await fetch(url, init).catch(() => undefined);
        if (!response) {
          responses.push(undefined);
          continue;
        }
        const bytes = new Uint8Array(await response.arrayBuffer());
        const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
        responses.push({
          status: response.status,
          headers: Object.fromEntries(response.headers),
          bytes: btoa(text),
        });
      }
      return responses;
    }, requests);
    const report = await page.evaluate(() => window.sheafQa?.report());
    // Misses of other requests are the page's own: it reads the profile of a signed-in user.
    const replayed = new Set(ofPage.map(({ request }) => requestKey(request)));
    const missed = (report?.misses ?? [])
      .filter(({ request }) => replayed.has(request))
      .map(({ request, reason }) => `not on the tape: ${request}\n${reason}`);
    const compared = await Promise.all(
      ofPage.map((interaction, index) => differenceOf(interaction, received[index])),
    );
    return {
      interactions: ofPage.length,
      problems: [...compared.filter((line) => line !== undefined), ...missed],
    };
  } finally {
    await page.close();
  }
}

function addressOf({ path, query }: RecordedRequest, platformUrl: string): string {
  const url = new URL(path, platformUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

function initOf({ method, body }: RecordedRequest): {
  method: string;
  headers: Record<string, string>;
  body?: string;
} {
  if (!body) return { method, headers: {} };
  if ("json" in body) return { method, headers: typed("application/json"), body: JSON.stringify(body.json) };
  if ("form" in body) {
    const type = typed("application/x-www-form-urlencoded");
    return { method, headers: type, body: new URLSearchParams(body.form).toString() };
  }
  // Bytes aren't compared, only their media type is.
  return { method, headers: typed(body.bytes), body: "any bytes" };
}

const typed = (type: string) => ({ "content-type": type });

async function differenceOf(
  { request, response }: Interaction,
  received: ReceivedResponse | undefined,
): Promise<string | undefined> {
  const key = requestKey(request);
  if (!received) return `${key}: no response`;
  if (received.status !== response.status)
    return `${key}: status ${received.status} instead of ${response.status}`;
  for (const [name, value] of Object.entries(response.headers)) {
    if (received.headers[name] !== value)
      return `${key}: ${name} is ${received.headers[name]} instead of ${value}`;
  }
  const wanted = await bytesOf(response);
  if (received.bytes !== wanted.toString("base64")) return `${key}: bytes differ from the tape`;
  if (!response.body || !("blob" in response.body)) return undefined;
  const hash = createHash("sha256").update(wanted).digest("hex");
  return hash === response.body.blob
    ? undefined
    : `${key}: the recorded file doesn't match the hash in its name`;
}

async function bytesOf({ body }: RecordedResponse): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  if ("json" in body) return Buffer.from(JSON.stringify(body.json));
  return Buffer.from("text" in body ? body.text : await committedTapes.readBlob(body.blob));
}
