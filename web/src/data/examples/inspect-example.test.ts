import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { inspectExample } from "./inspect-example.ts";

const png = Uint8Array.from("\u0089PNG\r\n\u001a\n....", (letter) => letter.charCodeAt(0));
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
const large = new Uint8Array(limits.exampleBytes + 1);
large.set(png);

describe("a chosen example", () => {
  test.each([
    ["photo.png", png, "image/png"],
    ["named wrongly.jpg", png, "image/png"],
    ["LETTER.PDF", "%PDF-1.7 ...", "application/pdf"],
  ])("%s is typed by its bytes", async (name, bytes, mime) => {
    expect(await inspectExample(new File([bytes], name))).toBe(mime);
  });

  test.each([
    ["drawing.svg", svg, "example.type"],
    ["drawing.png", svg, "example.type"],
    ["drawing.svg", png, "example.type"],
    ["no ending", png, "example.type"],
    ["letter.docx", "PK\u0003\u0004", "example.type"],
    ["photo.heic", "\0\0\0\u0018ftypheic\0\0\0\0", "example.type"],
    ["empty.png", "", "file.empty"],
    ["large.png", large, "file.too_large"],
  ])("%s is refused before it is sent", async (name, bytes, code) => {
    const content = new File([bytes], name, { type: "image/png" });
    await expect(inspectExample(content)).rejects.toMatchObject({ code });
  });
});
