import { afterEach, describe, expect, test } from "vitest";
import { chooseTarget, saveToDisk, type ZipOf } from "./save-archive.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A file on disk that the person chose, as the browser hands it to the page. */
function chosenFile() {
  const kept = { text: "", isWhole: false, isThrownAway: false };
  const target = new WritableStream<Uint8Array>({
    write: (chunk) => {
      kept.text += new TextDecoder().decode(chunk);
    },
    close: () => {
      kept.isWhole = true;
    },
    abort: () => {
      kept.isThrownAway = true;
    },
  });
  return { kept, target };
}

/** A zip that goes on for as long as it is read, or fails after its first piece. */
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

describe("a zip written to the file that the person chose", () => {
  test("is there, whole, at the end", async () => {
    const { kept, target } = chosenFile();
    await saveToDisk(target, saving(zipThat("ends")));
    expect(kept).toEqual({ text: "zip", isWhole: true, isThrownAway: false });
  });

  test("is thrown away when a file fails", async () => {
    const { kept, target } = chosenFile();
    await expect(saveToDisk(target, saving(zipThat("fails")))).rejects.toThrow("the second file failed");
    expect(kept).toMatchObject({ isWhole: false, isThrownAway: true });
  });

  test("is thrown away when the person cancels", async () => {
    const { kept, target } = chosenFile();
    const stopping = new AbortController();
    const done = saveToDisk(target, saving(zipThat("goes on"), stopping.signal));
    stopping.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
    expect(kept).toMatchObject({ isWhole: false, isThrownAway: true });
  });
});

describe("where to save", () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "showSaveFilePicker");
  });

  test("is asked under the archive's name where the browser can write as it goes", async () => {
    const { target } = chosenFile();
    const asked: { suggestedName: string }[] = [];
    Object.assign(globalThis, {
      showSaveFilePicker: async (options: { suggestedName: string }) => {
        asked.push(options);
        return { createWritable: async () => target };
      },
    });
    expect(await chooseTarget("Tax.zip")).toBe(target);
    expect(asked).toMatchObject([{ suggestedName: "Tax.zip" }]);
  });

  test("is not asked where it cannot", async () => {
    expect(await chooseTarget("Tax.zip")).toBeUndefined();
  });
});
