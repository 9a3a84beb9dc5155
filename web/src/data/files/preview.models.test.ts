import { describe, expect, test } from "vitest";
import { compoundFile } from "../../lib/office/office-file.fixtures.ts";
import { toPreview } from "./preview.models.ts";

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("a file preview", () => {
  test.each([
    ["a PNG", "\u0089PNG\r\n\u001a\n....", "image", "image/png"],
    ["a JPEG", "\u00ff\u00d8\u00ff\u00e0....", "image", "image/jpeg"],
    ["a PDF", "%PDF-1.7 ...", "pdf", "application/pdf"],
  ])("follows the first bytes: %s", async (_, bytes, kind, mime) => {
    const preview = await toPreview(new Blob([ascii(bytes)], { type: "text/html" }));
    expect(preview).toMatchObject({ kind, content: { type: mime } });
  });

  test.each([
    ["lease.docx", "office"],
    ["income.XLSX", "office"],
    ["slides.pptx", "none"],
    ["photos.zip", "none"],
  ])("follows the name of a zipped file: %s", async (name, kind) => {
    expect(await toPreview(new Blob([ascii("PK\u0003\u0004 and more")]), name)).toEqual({ kind });
  });

  test("says what keeps an office file from being opened", async () => {
    const locked = compoundFile({ EncryptedPackage: [] }, "pay.xlsx");
    const state = { app: "Excel", isLocked: true, isOld: false };
    expect(await toPreview(locked, locked.name)).toEqual({ kind: "office", state });
  });

  test.each([
    [
      "an HTML page with a script declared as an image",
      "<!doctype html><script>alert(1)</script>",
      "image/png",
    ],
    [
      "an SVG with a script",
      `<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`,
      "image/svg+xml",
    ],
    ["a script declared as a PDF", "alert(document.cookie)", "application/pdf"],
    ["an empty file", "", "image/png"],
  ])("is not offered for %s", async (_, bytes, type) => {
    expect(await toPreview(new Blob([ascii(bytes)], { type }))).toEqual({ kind: "none" });
  });
});
