import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../../lib/auth/session.ts";
import { dropResumeNotes } from "./drop-resume-notes.ts";
import { dropResumeNote, saveResumeNote, resumeNote } from "./resume-notes.ts";

const key = "sheaf:unfinished-uploads";
const note = (fileId: string) => ({
  fileId,
  objectKey: `w1/r1/i1/${fileId}`,
  sha256: "ab".repeat(32),
  uploadUrl: `http://platform.test/storage/v1/upload/resumable/${fileId}`,
});
const signIn = (userId: string) =>
  setSession({ status: "in", userId, email: "anna@lind.example", sessionId: "s1", aal: "aal1" });

beforeEach(() => signIn("anna"));
afterEach(() => {
  setSession({ status: "out" });
  vi.useRealTimers();
});

describe("a noted upload", () => {
  test("survives a reload until the file is stored or removed", () => {
    saveResumeNote(note("f1"));
    saveResumeNote(note("f2"));
    expect(resumeNote("f1")).toMatchObject(note("f1"));
    dropResumeNote("f1");
    expect(resumeNote("f1")).toBeUndefined();
    expect(resumeNote("f2")).toMatchObject(note("f2"));
  });

  test("is replaced by a newer note for the same file", () => {
    const newer = `${note("f1").uploadUrl}-again`;
    saveResumeNote(note("f1"));
    saveResumeNote({ ...note("f1"), uploadUrl: newer });
    expect(resumeNote("f1")?.uploadUrl).toBe(newer);
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toHaveLength(1);
  });

  test("is not available to other users", () => {
    saveResumeNote(note("f1"));
    signIn("mats");
    expect(resumeNote("f1")).toBeUndefined();
    saveResumeNote(note("f2"));
    expect(localStorage.getItem(key)).not.toContain("anna");
  });

  test.each([
    "http://elsewhere.test/storage/v1/upload/resumable/f1",
    "http://platform.test.elsewhere.test/storage/v1/upload/resumable/f1",
    "http://platform.test/storage/v1/upload/resumable/../../object/documents/f1",
    "/storage/v1/upload/resumable/f1",
  ])("is ignored if its URL is no upload of this platform: %s", (uploadUrl) => {
    saveResumeNote({ ...note("f1"), uploadUrl });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("is not saved while no user is signed in", () => {
    setSession({ status: "out" });
    saveResumeNote(note("f1"));
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("is removed when the user signs out", () => {
    saveResumeNote(note("f1"));
    dropResumeNotes();
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("expires after a day, like the upload at the service", () => {
    vi.useFakeTimers();
    saveResumeNote(note("f1"));
    vi.advanceTimersByTime(24 * 60 * 60 * 1000 - 1);
    expect(resumeNote("f1")).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(resumeNote("f1")).toBeUndefined();
  });

  test.each(["", "{", "[1]", '[{"fileId":"f1","userId":"anna"}]'])(
    "is ignored if the stored value is malformed: %j",
    (stored) => {
      localStorage.setItem(key, stored);
      expect(resumeNote("f1")).toBeUndefined();
      saveResumeNote(note("f1"));
      expect(resumeNote("f1")).toBeDefined();
    },
  );
});
