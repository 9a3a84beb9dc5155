import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf, picture, rawFile } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

test("images and first pages of PDFs have small pictures; broken and other files keep their icon", async ({
  seedSentRequest,
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Payslips", "Lease"] });
  const files = [
    await pdf("january.pdf"),
    await picture(recipientPage, "february.jpg"),
    rawFile("march.txt", "text/plain", "March"),
    rawFile("april.pdf", "application/pdf", "%PDF-1.7 is not much of a document"),
  ];
  await addFiles(recipientPage, "Payslips", files);
  for (const { name } of files) await expectArrived(recipientPage, "Payslips", name);

  const file = (name: string) => requesterPage.getByRole("link", { name, exact: true });
  for (const name of ["january.pdf", "february.jpg"]) {
    const picture = file(name).locator("img");
    await expect(picture).toBeVisible();
    const size = await picture.evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ]);
    expect(size).toEqual([320, 200]);
  }
  for (const name of ["march.txt", "april.pdf"]) await expect(file(name).locator("svg")).toBeVisible();
});
