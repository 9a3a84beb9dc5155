import { safeNextPath } from "@sheaf/contract/next-path";
import * as v from "valibot";

/** What a request carries, in a form that is the same from run to run. */
const RequestBody = v.union([
  v.strictObject({ json: v.unknown() }),
  v.strictObject({ form: v.array(v.tuple([v.string(), v.string()])) }),
  /** A file or a form with files, by its media type: bytes are never compared. */
  v.strictObject({ bytes: v.string() }),
]);

/** Who asks: a script of the page, the sidecar, or the browser itself that follows a link. */
const Asker = v.picklist(["page", "sidecar", "navigation"]);

const TapedRequest = v.strictObject({
  from: Asker,
  method: v.string(),
  /** Who is asked, whatever its address was when the tape was made. */
  origin: v.string(),
  path: v.string(),
  query: v.array(v.tuple([v.string(), v.string()])),
  body: v.optional(RequestBody),
});

const AnswerBody = v.union([
  v.strictObject({ json: v.unknown() }),
  v.strictObject({ text: v.string() }),
  /** SHA-256 of bytes that lie beside the tape, in hexadecimal digits. */
  v.strictObject({ blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
]);

const TapedAnswer = v.strictObject({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.optional(AnswerBody),
});

/** What comes after the last answer to the same request: the last once more, the first again, or none. */
const Ending = v.picklist(["stick", "loop", "error"]);

const Take = v.strictObject({
  request: TapedRequest,
  answer: TapedAnswer,
  /** Counts on the last take of its request. Without it a reading sticks, and most writings have no further answer. */
  ending: v.optional(Ending),
});

/** A tape's name is the name of its file as well. */
export const tapeName = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What whoever records a tape says of it. */
export const TapeAbout = v.strictObject({
  name: v.pipe(v.string(), v.regex(tapeName, "The name has to be of small letters, digits and hyphens.")),
  /** What somebody does on it, in a sentence. */
  says: v.pipe(v.string(), v.nonEmpty("Say in a sentence what somebody does on it.")),
  /** Where it begins: path and query of a page. */
  opens: v.pipe(
    v.string(),
    v.check((path) => safeNextPath(path) !== undefined, "It has to open at a path of the site."),
  ),
  /** The session that the browser has when it begins, as Auth answers with one; absent where nobody is signed in. */
  session: v.optional(v.record(v.string(), v.unknown())),
});

const { name, says, ...opening } = TapeAbout.entries;
/** In the order in which a file has them. */
const Tape = v.strictObject({
  name,
  says,
  /** When it was made, as an ISO time: the clock stands there while it plays. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  ...opening,
  takes: v.array(Take),
});

export type Asker = v.InferOutput<typeof Asker>;
export type TapedRequest = v.InferOutput<typeof TapedRequest>;
export type TapedAnswer = v.InferOutput<typeof TapedAnswer>;
export type Take = v.InferOutput<typeof Take>;
export type TapeAbout = v.InferOutput<typeof TapeAbout>;
export type Tape = v.InferOutput<typeof Tape>;

/**
 * Reads the text of a tape's file.
 *
 * @throws Error naming every part that is not as a tape has it.
 */
export function parseTape(text: string): Tape {
  const result = v.safeParse(Tape, JSON.parse(text));
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`This is no tape. ${problems.join("; ")}`);
}

/** The text of a tape's file: the same tape is always the same text, which a reviewer can read. */
export function formatTape(tape: Tape): string {
  return `${JSON.stringify(v.parse(Tape, tape), null, 2)}\n`;
}
