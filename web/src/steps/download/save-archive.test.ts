import { afterEach, describe, expect, test } from "vitest";
import { chooseTarget, saveToDisk, type ZipOf } from "./save-archive.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Stub for the handle of a file chosen in the save picker. */
function chosenFile({ before = "" } = {}) {
  const written = { text: "", writes: 0, isComplete: false, isDiscarded: false, isRemoved: false };
  const target = new WritableStream<Uint8Array>({
    write: (chunk) => {
      written.writes += 1;
      written.text += new TextDecoder().decode(chunk);
    },
    close: () => {
      written.isComplete = true;
    },
    abort: () => {
      written.isDiscarded = true;
    },
  });
  const file = {
    createWritable: async () => target,
    // Only what was closed is in the file.
    getFile: async () => new Blob([written.isComplete ? written.text : before]),
    remove: async () => {
      written.isRemoved = true;
    },
  };
  return { written, file };
}

/** Stub for a chosen file whose disk fails. */
function failingFile(name: string) {
  const fail = () => Promise.reject(new DOMException("no", name));
  return {
    createWritable: async () => new WritableStream<Uint8Array>({ write: fail }),
    getFile: fail,
  };
}

/** An endless zip, or one that fails after its first chunk. */
const zipThat =
  (then: "ends" | "fails" | "goes on"): ZipOf =>
  () => {
    let pieces = 0;
    return new ReadableStream({
      pull(controller) {
        pieces += 1;
        if (pieces === 1 || then === "goes on") controller.enqueue(bytes("zip"));
        else if (then === "fails") controller.error(new Error("the second file failed"));
        else controller.close();
      },
    });
  };

const saving = (zipOf: ZipOf, signal = new AbortController().signal) => ({
  archiveName: "Tax",
  files: [],
  signal,
  zipOf,
});

describe("a zip streamed to disk", () => {
  test("is complete at the end", async () => {
    const { written, file } = chosenFile();
    await saveToDisk(file, saving(zipThat("ends")));
    expect(written).toEqual({
      text: "zip",
      writes: 1,
      isComplete: true,
      isDiscarded: false,
      isRemoved: false,
    });
  });

  test("is written in few pieces, however large its files are", async () => {
    const { written, file } = chosenFile();
    const piece = bytes("a".repeat(1000));
    const zip = () =>
      new ReadableStream({
        start(controller) {
          for (let place = 0; place < 5000; place += 1) controller.enqueue(piece);
          controller.close();
        },
      });
    await saveToDisk(file, saving(zip));
    expect(written.text).toHaveLength(5_000_000);
    expect(written.writes).toBe(2);
  });

  test("is discarded when a file fails, with the new file that was chosen for it", async () => {
    const { written, file } = chosenFile();
    await expect(saveToDisk(file, saving(zipThat("fails")))).rejects.toThrow("the second file failed");
    expect(written).toMatchObject({ isComplete: false, isDiscarded: true, isRemoved: true });
  });

  test("leaves a file that was there before as it was", async () => {
    const { written, file } = chosenFile({ before: "an older zip" });
    await expect(saveToDisk(file, saving(zipThat("fails")))).rejects.toThrow("the second file failed");
    expect(written).toMatchObject({ isComplete: false, isDiscarded: true, isRemoved: false });
  });

  test.each([
    ["QuotaExceededError", "download.no_room"],
    ["NotAllowedError", "download.not_writable"],
    ["NotFoundError", "download.not_writable"],
  ])("says why a disk doesn't take it: %s", async (name, code) => {
    await expect(saveToDisk(failingFile(name), saving(zipThat("ends")))).rejects.toMatchObject({ code });
  });

  test("is discarded when the download is cancelled", async () => {
    const { written, file } = chosenFile();
    const stopping = new AbortController();
    const done = saveToDisk(file, saving(zipThat("goes on"), stopping.signal));
    stopping.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
    expect(written).toMatchObject({ isComplete: false, isDiscarded: true });
  });
});

describe("the save picker", () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "showSaveFilePicker");
  });

  test("suggests the archive's name in browsers that can stream to disk", async () => {
    const { file } = chosenFile();
    const calls: { suggestedName: string }[] = [];
    Object.assign(globalThis, {
      showSaveFilePicker: async (options: { suggestedName: string }) => {
        calls.push(options);
        return file;
      },
    });
    expect(await chooseTarget("Tax.zip")).toBe(file);
    expect(calls).toMatchObject([{ suggestedName: "Tax.zip" }]);
  });

  test("is not shown in other browsers", async () => {
    expect(await chooseTarget("Tax.zip")).toBeUndefined();
  });

  test.each(["NotAllowedError", "SecurityError"])(
    "is not waited for where it isn’t allowed: %s",
    async (name) => {
      Object.assign(globalThis, { showSaveFilePicker: () => Promise.reject(new DOMException("no", name)) });
      expect(await chooseTarget("Tax.zip")).toBeUndefined();
    },
  );

  test("rejects when the user closes it", async () => {
    const closed = new DOMException("closed", "AbortError");
    Object.assign(globalThis, { showSaveFilePicker: () => Promise.reject(closed) });
    await expect(chooseTarget("Tax.zip")).rejects.toBe(closed);
  });
});
