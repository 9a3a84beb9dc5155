import { safeNextPath } from "@sheaf/contract/next-path";
import * as v from "valibot";

/** A request body in a form that is the same on every run. */
const RequestBody = v.union([
  v.strictObject({ json: v.unknown() }),
  v.strictObject({ form: v.array(v.tuple([v.string(), v.string()])) }),
  /** Media type of a file or a multipart form: bytes are never compared. */
  v.strictObject({ bytes: v.string() }),
]);

/** A script in the page, the sidecar, or the browser following a link. */
const RequestSource = v.picklist(["page", "sidecar", "navigation"]);

const RecordedRequest = v.strictObject({
  from: RequestSource,
  method: v.string(),
  /** Name of the service, such as "platform": its address changes from run to run. */
  origin: v.string(),
  path: v.string(),
  query: v.array(v.tuple([v.string(), v.string()])),
  body: v.optional(RequestBody),
});

const AnswerBody = v.union([
  v.strictObject({ json: v.unknown() }),
  v.strictObject({ text: v.string() }),
  /** SHA-256 of a file stored beside the tape, in hexadecimal digits. */
  v.strictObject({ blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
]);

const RecordedResponse = v.strictObject({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.optional(AnswerBody),
});

/** After the last recorded response: repeat it, start again from the first, or fail. */
const Ending = v.picklist(["stick", "loop", "error"]);

const Interaction = v.strictObject({
  request: RecordedRequest,
  response: RecordedResponse,
  /** Applies to the last interaction of its request. Default: "stick" for reads, "error" for most writes. */
  ending: v.optional(Ending),
});

/** A tape's name is also its file name. */
export const tapeName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Entered by the person who records a tape. */
export const TapeAbout = v.strictObject({
  name: v.pipe(v.string(), v.regex(tapeName, "Use lowercase letters, digits and hyphens for the name.")),
  /** One sentence on what happens on the tape. */
  description: v.pipe(v.string(), v.nonEmpty("Describe the tape in one sentence.")),
  /** Path and query of the first page. */
  startPath: v.pipe(
    v.string(),
    v.check((path) => safeNextPath(path) !== undefined, "The start path must be a path on this site."),
  ),
  /** Session at the start, in the form of Auth's response; absent when signed out. */
  session: v.optional(v.record(v.string(), v.unknown())),
});

const { name, description, ...opening } = TapeAbout.entries;
/** In the order of the file. */
const Tape = v.strictObject({
  name,
  description,
  /** ISO time. The clock stands still at this time while the tape plays. */
  recordedAt: v.pipe(v.string(), v.isoTimestamp()),
  ...opening,
  interactions: v.array(Interaction),
});

export type RequestSource = v.InferOutput<typeof RequestSource>;
export type RecordedRequest = v.InferOutput<typeof RecordedRequest>;
export type RecordedResponse = v.InferOutput<typeof RecordedResponse>;
export type Interaction = v.InferOutput<typeof Interaction>;
export type TapeAbout = v.InferOutput<typeof TapeAbout>;
export type Tape = v.InferOutput<typeof Tape>;

/**
 * Parses the text of a tape's file.
 *
 * @throws Error listing every invalid part.
 */
export function parseTape(text: string): Tape {
  const result = v.safeParse(Tape, JSON.parse(text));
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`Not a valid tape: ${problems.join("; ")}`);
}

/** Formats a tape for its file. Equal tapes give equal text, indented so that a reviewer can read it. */
export function formatTape(tape: Tape): string {
  return `${JSON.stringify(v.parse(Tape, tape), null, 2)}\n`;
}
