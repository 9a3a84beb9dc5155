import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setSession } from "../../lib/session.ts";
import { dropResumeNote, dropResumeNotes, keepResumeNote, resumeNote } from "./resume-notes.ts";

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

describe("what this browser remembers of an upload", () => {
  test("is there after a reload, until the file has arrived or is taken back", () => {
    keepResumeNote(note("f1"));
    keepResumeNote(note("f2"));
    expect(resumeNote("f1")).toMatchObject(note("f1"));
    dropResumeNote("f1");
    expect(resumeNote("f1")).toBeUndefined();
    expect(resumeNote("f2")).toMatchObject(note("f2"));
  });

  test("is what was noted last, once for each file", () => {
    const newer = `${note("f1").uploadUrl}-again`;
    keepResumeNote(note("f1"));
    keepResumeNote({ ...note("f1"), uploadUrl: newer });
    expect(resumeNote("f1")?.uploadUrl).toBe(newer);
    expect(JSON.parse(localStorage.getItem(key) ?? "")).toHaveLength(1);
  });

  test("is nobody else's", () => {
    keepResumeNote(note("f1"));
    signIn("mats");
    expect(resumeNote("f1")).toBeUndefined();
    keepResumeNote(note("f2"));
    expect(localStorage.getItem(key)).not.toContain("anna");
  });

  test.each([
    "http://elsewhere.test/storage/v1/upload/resumable/f1",
    "http://platform.test.elsewhere.test/storage/v1/upload/resumable/f1",
    "http://platform.test/storage/v1/upload/resumable/../../object/documents/f1",
    "/storage/v1/upload/resumable/f1",
  ])("is nothing where it leads to another place than uploads at this platform: %s", (uploadUrl) => {
    keepResumeNote({ ...note("f1"), uploadUrl });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("is not kept where nobody is signed in", () => {
    setSession({ status: "out" });
    keepResumeNote(note("f1"));
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("leaves nothing behind when the person leaves", () => {
    keepResumeNote(note("f1"));
    dropResumeNotes();
    expect(localStorage.getItem(key)).toBeNull();
  });

  test("is forgotten after a day, when the service has given it up", () => {
    vi.useFakeTimers();
    keepResumeNote(note("f1"));
    vi.advanceTimersByTime(24 * 60 * 60 * 1000 - 1);
    expect(resumeNote("f1")).toBeDefined();
    vi.advanceTimersByTime(1);
    expect(resumeNote("f1")).toBeUndefined();
  });

  test.each(["", "{", "[1]", '[{"fileId":"f1","userId":"anna"}]'])(
    "is nothing where something else stands in its place: %j",
    (stored) => {
      localStorage.setItem(key, stored);
      expect(resumeNote("f1")).toBeUndefined();
      keepResumeNote(note("f1"));
      expect(resumeNote("f1")).toBeDefined();
    },
  );
});
