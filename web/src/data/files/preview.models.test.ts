import { describe, expect, test } from "vitest";
import { toPreview } from "./preview.models.ts";

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("what a browser is allowed to show", () => {
  test.each([
    ["a PNG", "\u0089PNG\r\n\u001a\n....", "image", "image/png"],
    ["a JPEG", "\u00ff\u00d8\u00ff\u00e0....", "image", "image/jpeg"],
    ["a PDF", "%PDF-1.7 ...", "pdf", "application/pdf"],
  ])("%s is shown as what its bytes are", async (_, bytes, kind, mime) => {
    const preview = await toPreview(new Blob([ascii(bytes)], { type: "text/html" }));
    expect(preview).toMatchObject({ kind, content: { type: mime } });
  });

  test.each([
    ["a page with a script, called an image", "<!doctype html><script>alert(1)</script>", "image/png"],
    [
      "an SVG with a script",
      `<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`,
      "image/svg+xml",
    ],
    ["a script, called a PDF", "alert(document.cookie)", "application/pdf"],
    ["an empty file", "", "image/png"],
  ])("%s is never shown", async (_, bytes, type) => {
    expect(await toPreview(new Blob([ascii(bytes)], { type }))).toEqual({ kind: "none" });
  });
});
