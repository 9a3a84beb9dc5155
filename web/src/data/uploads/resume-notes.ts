import * as v from "valibot";
import { deviceStore } from "../../lib/browser-store.ts";
import { getSession, identityOf } from "../../lib/session.ts";
import { isOwnUpload } from "./uploads-endpoint.ts";

const key = "sheaf:unfinished-uploads";

/** Rows that were never finished are given up after a day, and so is what was sent for them. Milliseconds. */
const keptFor = 24 * 60 * 60 * 1000;

const Note = v.object({
  fileId: v.string(),
  userId: v.string(),
  objectKey: v.string(),
  /** Of the content that is being sent, lower-case hexadecimal. */
  sha256: v.string(),
  /** Where the upload can be gone on with. */
  uploadUrl: v.string(),
  /** When it was begun; milliseconds since 1970. */
  at: v.number(),
});

type Note = v.InferOutput<typeof Note>;

/** What this browser remembers of an upload of the person signed in, so that it outlives the page. */
export type ResumeNote = Omit<Note, "userId" | "at">;

/** Undefined for everybody else's, for what nobody goes on with any more, and for an upload at another platform. */
export function resumeNote(fileId: string): ResumeNote | undefined {
  return ownNotes().find((note) => note.fileId === fileId);
}

export function keepResumeNote(note: ResumeNote): void {
  const userId = identityOf(getSession())?.userId;
  if (userId !== undefined) write([...others(note.fileId), { ...note, userId, at: Date.now() }]);
}

export function dropResumeNote(fileId: string): void {
  if (resumeNote(fileId)) write(others(fileId));
}

const others = (fileId: string) => ownNotes().filter((note) => note.fileId !== fileId);

function ownNotes(): Note[] {
  const userId = identityOf(getSession())?.userId;
  const age = (note: Note) => Math.abs(Date.now() - note.at);
  return read().filter(
    (note) => note.userId === userId && age(note) < keptFor && isOwnUpload(note.uploadUrl),
  );
}

function read(): Note[] {
  try {
    return v.parse(v.array(Note), JSON.parse(deviceStore.read(key) ?? "[]"));
  } catch {
    return [];
  }
}

function write(notes: Note[]): void {
  deviceStore.write(key, notes.length === 0 ? undefined : JSON.stringify(notes));
}

/** When a person leaves, everybody's notes go: whoever comes next begins with none. */
export function dropResumeNotes(): void {
  write([]);
}
