import * as v from "valibot";
import { deviceStore } from "../../../lib/browser-store.ts";
import { getSession, identityOf } from "../../../lib/auth/session.ts";
import { isOwnUpload } from "../transport/uploads-endpoint.ts";
import { resumeNotesKey } from "./drop-resume-notes.ts";

/** The service drops unfinished rows and their parts after a day. Milliseconds. */
const maxAge = 24 * 60 * 60 * 1000;

const Note = v.object({
  fileId: v.string(),
  userId: v.string(),
  objectKey: v.string(),
  /** Of the content, lower-case hexadecimal. */
  sha256: v.string(),
  /** URL at which the upload can be resumed. */
  uploadUrl: v.string(),
  /** Start of the upload, milliseconds since 1970. */
  at: v.number(),
});

type Note = v.InferOutput<typeof Note>;

/** Stored data of an upload by the signed-in user, which outlives the page. */
export type ResumeNote = Omit<Note, "userId" | "at">;

/** Undefined for other users' uploads, expired ones, and uploads to another platform. */
export function resumeNote(fileId: string): ResumeNote | undefined {
  return ownNotes().find((note) => note.fileId === fileId);
}

export function saveResumeNote(note: ResumeNote): void {
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
  return read().filter((note) => note.userId === userId && age(note) < maxAge && isOwnUpload(note.uploadUrl));
}

function read(): Note[] {
  try {
    return v.parse(v.array(Note), JSON.parse(deviceStore.read(resumeNotesKey) ?? "[]"));
  } catch {
    return [];
  }
}

function write(notes: Note[]): void {
  deviceStore.write(resumeNotesKey, notes.length === 0 ? undefined : JSON.stringify(notes));
}
