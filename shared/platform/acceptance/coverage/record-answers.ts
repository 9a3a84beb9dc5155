import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeEach } from "vitest";
import { type Endpoint, endpointOf } from "../../src/testing/endpoints.ts";
import { target } from "../target.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Endpoints that the spec is about. */
    covers?: readonly Endpoint[];
    /** The platform's responses during the spec. */
    answers?: EndpointResponse[];
  }
}

/** Status of a response, with the error code if there is one, as in `400 validation_failed`. */
export interface EndpointResponse {
  endpoint: Endpoint;
  answer: string;
}

let answers: EndpointResponse[] = [];
let reading: Promise<void>[] = [];

beforeEach(({ task }) => {
  answers = [];
  reading = [];
  task.meta.answers = answers;
});
afterEach(async () => {
  await Promise.all(reading);
});

const plainFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const into = answers;
  const response = await plainFetch(input, init);
  const { method = "GET", url } = input instanceof Request ? input : { url: new URL(input).href };
  const endpoint = endpointAt(init?.method ?? method, url);
  if (endpoint !== undefined) reading.push(note(into, endpoint, response.clone()));
  return response;
};

// The resumable upload client uses `node:http`.
const ofHttp = "http.client.response.finish";
const noteResumable = (message: unknown): void => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  const url = `${request.protocol}//${request.getHeader("host")?.toString() ?? ""}${request.path}`;
  const endpoint = endpointAt(request.method, url);
  if (endpoint !== undefined) answers.push({ endpoint, answer: String(response.statusCode) });
};
subscribe(ofHttp, noteResumable);
// Each file loads this again, in one process.
afterAll(() => {
  globalThis.fetch = plainFetch;
  unsubscribe(ofHttp, noteResumable);
});

function endpointAt(method: string, url: string): Endpoint | undefined {
  return url.startsWith(`${target().url}/`) ? endpointOf(method, new URL(url)) : undefined;
}

async function note(into: EndpointResponse[], endpoint: Endpoint, response: Response): Promise<void> {
  const code = response.status < 400 ? undefined : await codeOf(response);
  into.push({ endpoint, answer: code === undefined ? `${response.status}` : `${response.status} ${code}` });
}

/** Auth's code is in a header, Storage's in the body. PostgREST's codes vary by version. */
async function codeOf(response: Response): Promise<string | undefined> {
  if (new URL(response.url).pathname.startsWith("/rest/v1/")) return undefined;
  const inHeader = response.headers.get("x-sb-error-code");
  if (inHeader !== null) return inHeader;
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== "object" || body === null || !("code" in body)) return undefined;
  return typeof body.code === "string" ? body.code : undefined;
}
