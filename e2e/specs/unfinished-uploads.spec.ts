import { writeFile } from "node:fs/promises";
import type { Page, Request } from "@playwright/test";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { scaled } from "@sheaf/testing/scaled";
import { test } from "../fixtures/behind-unreliable-network.ts";
import { addFiles, expectArrived, expectUploadProblem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expect } from "../fixtures/test.ts";

// Requests fail while the network is cut, and the browser may repeat the last one, which the service then rejects.
test.use({
  expectedBrowserErrors: /net::ERR_|409 .*(finish_upload|upload\/resumable)|502 .*upload\/resumable/,
});

const mebibyte = 1024 * 1024;
const continues = "Choose the same file again to continue where it stopped.";

const isUpload = (method: string) => (request: Request) =>
  request.method() === method && request.url().includes("/storage/v1/upload/resumable");

/** Reloads the page during an upload. */
async function reloadDuringUpload(page: Page): Promise<void> {
  const progress = page.getByRole("progressbar", { name: "Progress of scan.pdf" });
  await expect
    .poll(async () => Number(await progress.getAttribute("value")), { timeout: scaled(60_000) })
    .toBeGreaterThan(0.2);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(continues)).toBeVisible();
}

test("only one of two tabs resumes an unfinished upload whose file is chosen in both", async ({
  seedSentRequest,
  unreliableSite: { network, siteUrl },
}, testInfo) => {
  const { recipientPage, phoneContext, link } = await seedSentRequest({
    items: ["Passport"],
    siteUrl,
    only: "recipient",
  });
  const scan = testInfo.outputPath("scan.pdf");
  await writeFile(scan, (await pdf("scan.pdf", { padding: 7 * mebibyte })).buffer);
  network.holdAfter(3 * mebibyte);
  await addFiles(recipientPage, "Passport", scan);
  await reloadDuringUpload(recipientPage);
  const other = await phoneContext.newPage();
  await other.goto(link);
  await expect(other.getByText(continues)).toBeVisible();

  await addFiles(recipientPage, "Passport", scan);
  await expect(recipientPage.getByText("Continuing where it stopped.")).toBeVisible();
  const { what, next } = describeError("upload.elsewhere");
  await expect(other.getByText(what)).toBeVisible();
  await expect(other.getByText(continues)).toBeHidden();
  await addFiles(other, "Passport", scan);
  await expectUploadProblem(other, "Passport", next);

  const created: string[] = [];
  phoneContext.on("request", (request) => {
    if (isUpload("POST")(request)) created.push(request.url());
  });
  network.cut();
  network.restore();
  for (const page of [recipientPage, other]) {
    await page.bringToFront();
    await expectArrived(page, "Passport", "scan.pdf");
    await expect(page.getByRole("list", { name: /on their way|half-way/ })).toHaveCount(0);
  }
  expect(created).toEqual([]);
});
