import { createHash } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { readBlob, readTape } from "@sheaf/mocks/library";
import type { Take, TapedAnswer, TapedRequest } from "@sheaf/mocks/tape/tape";
import { requestKey } from "@sheaf/mocks/tape/taped-request";
import type { QaSite } from "./qa-site.ts";

/** An answer as the page's script got it. */
interface Got {
  status: number;
  headers: Record<string, string>;
  /** As base64. */
  bytes: string;
}

export interface Replayed {
  takes: number;
  /** Takes that came out otherwise than they lie on the disk. */
  problems: string[];
}

/** Asks for every take of a tape that is a page's, one after the other, and compares each answer byte for byte. */
export async function replayTakes(
  context: BrowserContext,
  name: string,
  { platformUrl }: QaSite,
): Promise<Replayed> {
  const { takes } = await readTape(name);
  const ofPage = takes.filter(({ request }) => request.from === "page");
  const page = await context.newPage();
  try {
    // A page of the product that asks for nothing itself.
    await page.goto(`/nowhere?qa=${name}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const asked = ofPage.map(({ request }) => ({
      url: addressOf(request, platformUrl),
      init: initOf(request),
    }));
    const got = await page.evaluate(async (requests) => {
      const answers = [];
      for (const { url, init } of requests) {
        const answer = await fetch(url, init).catch(() => undefined);
        if (!answer) {
          answers.push(undefined);
          continue;
        }
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
        answers.push({
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          bytes: btoa(text),
        });
      }
      return answers;
    }, asked);
    const report = await page.evaluate(() => window.sheafQa?.report());
    const missed = report?.misses.map(({ request, why }) => `asked in vain for ${request}\n${why}`) ?? [];
    const compared = await Promise.all(ofPage.map((take, index) => differenceOf(take, got[index])));
    return { takes: ofPage.length, problems: [...compared.filter((line) => line !== undefined), ...missed] };
  } finally {
    await page.close();
  }
}

function addressOf({ path, query }: TapedRequest, platformUrl: string): string {
  const url = new URL(path, platformUrl);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

function initOf({ method, body }: TapedRequest): {
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
  // Bytes are never compared: any will do that have the type.
  return { method, headers: typed(body.bytes), body: "any bytes" };
}

const typed = (type: string) => ({ "content-type": type });

async function differenceOf({ request, answer }: Take, got: Got | undefined): Promise<string | undefined> {
  const key = requestKey(request);
  if (!got) return `${key}: no answer`;
  if (got.status !== answer.status) return `${key}: status ${got.status} instead of ${answer.status}`;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (got.headers[name] !== value) return `${key}: ${name} is ${got.headers[name]} instead of ${value}`;
  }
  const wanted = await bytesOf(answer);
  if (got.bytes !== wanted.toString("base64")) return `${key}: other bytes than those on the tape`;
  if (!answer.body || !("blob" in answer.body)) return undefined;
  const hash = createHash("sha256").update(wanted).digest("hex");
  return hash === answer.body.blob
    ? undefined
    : `${key}: the file beside the tape has another hash than its name`;
}

async function bytesOf({ body }: TapedAnswer): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  if ("json" in body) return Buffer.from(JSON.stringify(body.json));
  return Buffer.from("text" in body ? body.text : await readBlob(body.blob));
}
