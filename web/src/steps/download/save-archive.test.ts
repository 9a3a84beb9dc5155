import { afterEach, describe, expect, test } from "vitest";
import { chooseTarget, saveToDisk, type ZipOf } from "./save-archive.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Stub for the handle of a file chosen in the save picker. */
function chosenFile() {
  const written = { text: "", writes: 0, isComplete: false, isDiscarded: false };
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
    getFile: async () => new Blob([written.text]),
  };
  return { written, file };
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
    expect(written).toEqual({ text: "zip", writes: 1, isComplete: true, isDiscarded: false });
  });

  test("is written in few pieces, whatever the size of its files", async () => {
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

  test("is discarded when a file fails", async () => {
    const { written, file } = chosenFile();
    await expect(saveToDisk(file, saving(zipThat("fails")))).rejects.toThrow("the second file failed");
    expect(written).toMatchObject({ isComplete: false, isDiscarded: true });
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
});
