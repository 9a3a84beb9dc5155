import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { localKeys } from "@sheaf/platform/keys";
import { expectArrived, expectRefused } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { readDownload } from "../fixtures/downloads.ts";
import { test } from "../fixtures/large-files.ts";
import { sleep } from "../fixtures/sleep.ts";
import { expireSession, storedSession } from "../fixtures/stored-session.ts";
import { expect } from "../fixtures/test.ts";

// While the line is cut every request fails. The page asks whether the bytes arrived before it sends more, and a browser
// may repeat by itself what it sent last on a line that broke, which the service refuses as being in the wrong place.
test.use({ expectedTrouble: /net::ERR_|409 .*(finish_upload|upload\/resumable)/ });
test.setTimeout(300_000);

const mebibyte = 1024 * 1024;
const partBytes = 6 * mebibyte;
const fileBytes = 60 * mebibyte;

const progressOf = (page: Page) => page.getByRole("progressbar", { name: "Progress of scan.pdf" });

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: /^(Choose|Add more) files for Passport$/ }).click();
  await (await chooser).setFiles(path);
}

async function expectBeyond(page: Page, share: number): Promise<void> {
  await expect
    .poll(async () => Number(await progressOf(page).getAttribute("value")), { timeout: 60_000 })
    .toBeGreaterThan(share);
}

test("a file of 60 MB survives a lost network, a reload and sleep, and arrives once, byte for byte", async ({
  ask,
  folder,
  behind: { line, siteUrl, platformUrl },
}) => {
  const { office, mobile, phoneContext } = await ask({ lines: ["Passport"], siteUrl });
  const document = await pdf("scan.pdf", { padding: fileBytes });
  const path = join(folder, "scan.pdf");
  await writeFile(path, document.buffer);
  const began: string[] = [];
  const offsets: number[] = [];
  phoneContext.on("request", (request) => {
    if (!request.url().includes("/storage/v1/upload/resumable")) return;
    if (request.method() === "POST") began.push(request.url());
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  const before = line.carried();

  await test.step("the network is lost, and back: it goes on by itself", async () => {
    line.holdAfter(14 * mebibyte);
    await choose(mobile, path);
    await expectBeyond(mobile, 0.2);
    await phoneContext.setOffline(true);
    line.cut();
    await expectRefused(mobile, "Passport", describeError("upload.paused").next);
    line.mend();
    line.holdAfter(14 * mebibyte);
    await phoneContext.setOffline(false);
    await expect(mobile.getByText("Continues where it stopped.")).toBeVisible();
    await expectBeyond(mobile, 0.4);
  });

  await test.step("the page is loaded again: the same file, chosen again, goes on", async () => {
    const asked = mobile.waitForEvent("dialog");
    const reloaded = mobile.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await expect(
      mobile.getByText("Choose the same file again, and it continues where it stopped."),
    ).toBeVisible();
    line.mend();
    line.holdAfter(14 * mebibyte);
    await choose(mobile, path);
    await expect(mobile.getByText("Continues where it stopped.")).toBeVisible();
    await expectBeyond(mobile, 0.6);
  });

  await test.step("the device sleeps until the session's token is over: it goes on when it wakes", async () => {
    const wake = await sleep(mobile);
    const { access_token: old } = await expireSession(phoneContext, siteUrl);
    line.cut();
    line.mend();
    await wake();
    await expectArrived(mobile, "Passport", "scan.pdf");
    expect((await storedSession(phoneContext, siteUrl))?.access_token).not.toBe(old);
  });

  // The parts that were cut off went again; what the page asked meanwhile is little beside them.
  const sent = line.carried() - before;
  expect(sent).toBeGreaterThan(document.buffer.length);
  expect(sent).toBeLessThan(document.buffer.length + 3 * partBytes + mebibyte);
  expect(began).toHaveLength(1);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));

  const hash = createHash("sha256").update(document.buffer).digest("hex");
  const session = await storedSession(phoneContext, siteUrl);
  const rows = await fetch(`${platformUrl}/rest/v1/files?select=status,sha256,size`, {
    headers: { authorization: `Bearer ${session?.access_token}`, apikey: localKeys.publishable },
  });
  expect(await rows.json()).toEqual([{ status: "stored", sha256: hash, size: document.buffer.length }]);

  await office.getByRole("button", { name: "scan.pdf", exact: true }).click();
  const dialog = office.getByRole("dialog", { name: "scan.pdf" });
  const download = dialog.getByRole("button", { name: "Download" }).first();
  const brought = await readDownload(office, () => download.click());
  expect(createHash("sha256").update(brought).digest("hex")).toBe(hash);
});
