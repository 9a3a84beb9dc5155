import { createHash } from "node:crypto";
import { createCleaner } from "../tape/clean.ts";
import { isReading } from "../tape/reading.ts";
import type { Take, Tape, TapeAbout, TapedAnswer, TapedRequest } from "../tape/tape.ts";
import { readJson } from "../tape/read-json.ts";
import { requestKey } from "../tape/taped-request.ts";

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A tape with the bytes that lie beside it, by their SHA-256. */
export interface Recording {
  tape: Tape;
  blobs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

export interface Recorder {
  /** Takes note of a request, which keeps its place on the tape; returns what takes its answer. */
  ask(request: TapedRequest): (answer: RawAnswer) => void;
  /** What was recorded so far, cleaned. Requests without an answer are left out. */
  finish(about: TapeAbout): Recording;
}

/** @param at when the recording began, as an ISO time. */
export function createRecorder(at: string): Recorder {
  const asked: { request: TapedRequest; answer?: RawAnswer }[] = [];

  return {
    ask: (request) => {
      const entry: (typeof asked)[number] = { request };
      asked.push(entry);
      return (answer) => {
        entry.answer = answer;
      };
    },
    finish: ({ name, says, opens, session }) => {
      const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
      const takes = asked.flatMap(({ request, answer }) =>
        answer ? [{ request, answer: tapedAnswer(request, answer, blobs) }] : [],
      );
      const cleaner = createCleaner();
      const opening = { opens: cleaner.text(opens), ...(session && { session: cleanSession(session) }) };
      function cleanSession(real: Record<string, unknown>): Record<string, unknown> {
        return Object.assign({}, cleaner.json(real));
      }
      return {
        tape: { name, says, at, ...opening, takes: withoutRepeats(takes).map(cleaner.take) },
        blobs,
      };
    },
  };
}

/** A page that looks again every few seconds gets the same answer each time: it stands on the tape once. */
function withoutRepeats(takes: readonly Take[]): Take[] {
  const latest = new Map<string, string>();
  return takes.filter(({ request, answer }) => {
    if (!isReading(request)) {
      latest.clear();
      return true;
    }
    const key = requestKey(request);
    const text = JSON.stringify([answer.status, answer.body]);
    const repeats = latest.get(key) === text;
    latest.set(key, text);
    return !repeats;
  });
}

function tapedAnswer(
  request: TapedRequest,
  { status, headers, bytes }: RawAnswer,
  blobs: Map<string, Uint8Array<ArrayBuffer>>,
): TapedAnswer {
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
