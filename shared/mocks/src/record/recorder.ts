import { createHash } from "node:crypto";
import { createRedactor } from "../tape/redact.ts";
import { isRead } from "../tape/request-kind.ts";
import type { Interaction, Tape, TapeAbout, RecordedResponse, RecordedRequest } from "../tape/tape.ts";
import { readJson } from "../tape/read-json.ts";
import { requestKey } from "../tape/normalize-request.ts";

/** A response as received. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A tape and its files by their SHA-256. */
export interface Recording {
  tape: Tape;
  blobs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export interface Recorder {
  /** Adds a request to the tape; call the returned function with its response. */
  ask(request: RecordedRequest): (response: RawResponse) => void;
  /** The redacted recording so far, without requests that have no response yet. */
  finish(about: TapeAbout): Recording;
}

/** @param recordedAt start of the recording as an ISO time. */
export function createRecorder(recordedAt: string): Recorder {
  const exchanges: { request: RecordedRequest; response?: RawResponse }[] = [];

  return {
    ask: (request) => {
      const entry: (typeof exchanges)[number] = { request };
      exchanges.push(entry);
      return (response) => {
        entry.response = response;
      };
    },
    finish: ({ name, description, startPath, session }) => {
      const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
      const interactions = exchanges.flatMap(({ request, response }) =>
        response ? [{ request, response: recordedResponse(request, response, blobs) }] : [],
      );
      const redactor = createRedactor();
      const opening = {
        startPath: redactor.text(startPath),
        ...(session && { session: redactSession(session) }),
      };
      function redactSession(real: Record<string, unknown>): Record<string, unknown> {
        return Object.assign({}, redactor.json(real));
      }
      return {
        tape: {
          name,
          description,
          recordedAt,
          ...opening,
          interactions: withoutRepeats(interactions).map(redactor.interaction),
        },
        blobs,
      };
    },
  };
}

/** Drops repeated reads with an unchanged response: pages poll every few seconds. */
function withoutRepeats(interactions: readonly Interaction[]): Interaction[] {
  const latest = new Map<string, string>();
  return interactions.filter(({ request, response }) => {
    if (!isRead(request)) {
      latest.clear();
      return true;
    }
    const key = requestKey(request);
    const text = JSON.stringify([response.status, response.body]);
    const repeats = latest.get(key) === text;
    latest.set(key, text);
    return !repeats;
  });
}

function recordedResponse(
  request: RecordedRequest,
  { status, headers, bytes }: RawResponse,
  blobs: Map<string, Uint8Array<ArrayBuffer>>,
): RecordedResponse {
  if (bytes.byteLength === 0) return { status, headers };
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const isFile = status < 300 && request.method === "GET" && request.path.startsWith("/storage/v1/object/");
  if (!isFile && /^(application\/([\w.-]+\+)?json|text\/.*)$/.test(type)) {
    const text = new TextDecoder().decode(bytes);
    const json = type.startsWith("text/") ? undefined : readJson(text);
    return { status, headers, body: json === undefined ? { text } : { json } };
  }
  const blob = createHash("sha256").update(bytes).digest("hex");
  blobs.set(blob, bytes);
  return { status, headers, body: { blob } };
}
