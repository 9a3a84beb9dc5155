import type { Page, Request } from "@playwright/test";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { test } from "../fixtures/behind-line.ts";
import { addFiles, expectArrived, expectRefused } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expect } from "../fixtures/test.ts";

// While the line is cut every request fails; what the page sent last the browser may repeat by itself, in vain.
test.use({ expectedTrouble: /net::ERR_|409 .*(finish_upload|upload\/resumable)/ });

const mebibyte = 1024 * 1024;
const continues = "Choose the same file again, and it continues where it stopped.";

const isUpload = (method: string) => (request: Request) =>
  request.method() === method && request.url().includes("/storage/v1/upload/resumable");

/** Leaves the page although a file is on its way. */
async function leaveHalfWay(page: Page): Promise<void> {
  const progress = page.getByRole("progressbar", { name: "Progress of scan.pdf" });
  await expect
    .poll(async () => Number(await progress.getAttribute("value")), { timeout: 60_000 })
    .toBeGreaterThan(0.2);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(continues)).toBeVisible();
}

test("one file left half-way and chosen again in two tabs is sent by one of them", async ({
  ask,
  behind: { line, siteUrl },
}) => {
  const { mobile, phoneContext, link } = await ask({ lines: ["Passport"], siteUrl });
  const scan = await pdf("scan.pdf", { padding: 7 * mebibyte });
  line.holdAfter(3 * mebibyte);
  await addFiles(mobile, "Passport", [scan]);
  await leaveHalfWay(mobile);
  const other = await phoneContext.newPage();
  await other.goto(link);
  await expect(other.getByText(continues)).toBeVisible();

  await addFiles(mobile, "Passport", [scan]);
  await expect(mobile.getByText("Continues where it stopped.")).toBeVisible();
  const { what, next } = describeError("upload.elsewhere");
  await expect(other.getByText(what)).toBeVisible();
  await expect(other.getByText(continues)).toBeHidden();
  await addFiles(other, "Passport", [scan]);
  await expectRefused(other, "Passport", next);

  const begun: string[] = [];
  phoneContext.on("request", (request) => {
    if (isUpload("POST")(request)) begun.push(request.url());
  });
  line.cut();
  line.mend();
  for (const page of [mobile, other]) {
    await page.bringToFront();
    await expectArrived(page, "Passport", "scan.pdf");
    await expect(page.getByRole("list", { name: /on their way|half-way/ })).toHaveCount(0);
  }
  expect(begun).toEqual([]);
});

test("a file left half-way and dismissed is ended at the service too, and nothing is left to choose again", async ({
  ask,
  behind: { line, siteUrl },
}) => {
  const { mobile } = await ask({ lines: ["Passport"], siteUrl });
  line.holdAfter(3 * mebibyte);
  await addFiles(mobile, "Passport", [await pdf("scan.pdf", { padding: 7 * mebibyte })]);
  await leaveHalfWay(mobile);
  line.mend();

  const ended = mobile.waitForResponse((response) => isUpload("DELETE")(response.request()));
  await mobile.getByRole("button", { name: "Dismiss scan.pdf" }).click();
  expect((await ended).status()).toBe(204);
  await expect(mobile.getByText(continues)).toBeHidden();
  expect(await mobile.evaluate(() => Object.keys(localStorage))).not.toContain("sheaf:unfinished-uploads");
});

test("a file that was changed since it was left half-way is begun anew, and only the new one arrives", async ({
  ask,
  behind: { line, siteUrl },
}) => {
  const { office, mobile } = await ask({ lines: ["Passport"], siteUrl });
  const scan = await pdf("scan.pdf", { padding: 7 * mebibyte });
  line.holdAfter(3 * mebibyte);
  await addFiles(mobile, "Passport", [scan]);
  await leaveHalfWay(mobile);
  line.mend();

  const ended = mobile.waitForRequest(isUpload("DELETE"), { timeout: 60_000 });
  const begun = mobile.waitForRequest(isUpload("POST"), { timeout: 60_000 });
  const changed = Buffer.from(scan.buffer);
  changed.writeUInt8(changed.readUInt8(mebibyte) ^ 1, mebibyte);
  await addFiles(mobile, "Passport", [{ ...scan, buffer: changed }]);
  await Promise.all([ended, begun]);
  await expectArrived(mobile, "Passport", "scan.pdf");
  await expect(mobile.getByRole("list", { name: /on their way|half-way/ })).toHaveCount(0);
  await expect(office.getByRole("button", { name: "scan.pdf", exact: true })).toHaveCount(1);
});
