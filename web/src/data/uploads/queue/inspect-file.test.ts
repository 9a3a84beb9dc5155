import { describe, expect, test } from "vitest";
import { inspectFile, isReadable } from "./inspect-file.ts";

const pdf = new File(["%PDF-1.7 …"], "statement.pdf");
const page = new File(["<!doctype html><script>alert(1)</script>"], "passport.pdf", {
  type: "application/pdf",
});
const anything = { accepts: [], maxBytes: 1000 };

class Vanished extends File {
  override slice(): Blob {
    return Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")),
    });
  }
}

describe("inspecting a chosen file", () => {
  test("takes the type from the first bytes", async () => {
    expect(await inspectFile(pdf, anything)).toBe("application/pdf");
    expect(await inspectFile(page, anything)).toBe("application/octet-stream");
  });

  test.each([
    ["an empty file", new File([], "empty.pdf"), anything, "file.empty"],
    ["a file one byte over the limit", new File(["a".repeat(1001)], "a.txt"), anything, "file.too_large"],
    ["a page that calls itself a PDF", page, { accepts: ["pdf"], maxBytes: 1000 }, "file.type"],
    ["a PDF for an item that requires an image", pdf, { accepts: ["image"], maxBytes: 1000 }, "file.type"],
    ["a file that has moved", new Vanished(["abc"], "a.pdf"), anything, "file.unreadable"],
  ] as const)("rejects %s with its own code", async (_, file, rules, code) => {
    await expect(inspectFile(file, rules)).rejects.toMatchObject({ code });
  });

  test("accepts a file of exactly the maximum size", async () => {
    expect(await inspectFile(new File(["a".repeat(1000)], "a.txt"), anything)).toBe("text/plain");
  });
});

test("a file that changed on the device is detected", async () => {
  expect(await isReadable(pdf)).toBe(true);
  expect(await isReadable(new Vanished(["abc"], "a.pdf"))).toBe(false);
});
