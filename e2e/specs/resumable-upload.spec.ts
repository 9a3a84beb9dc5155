import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { localKeys } from "@sheaf/platform/keys";
import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived, expectUploadProblem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { readDownload } from "../fixtures/downloads.ts";
import { test } from "../fixtures/behind-unreliable-network.ts";
import { freezePage } from "../fixtures/freeze-page.ts";
import { expireSession, readSession } from "../fixtures/stored-session.ts";
import { expect } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

// Requests fail while the network is cut. Before it sends more, the page asks whether the bytes arrived; and a browser
// may repeat its last request on a broken connection, which the service rejects for its wrong offset. Storage closes the
// connection with that 409, which Caddy in front of it turns into a 502.
test.use({
  expectedBrowserErrors: /net::ERR_|409 .*(finish_upload|upload\/resumable)|502 .*upload\/resumable/,
});
test.setTimeout(scaled(300_000));

const mebibyte = 1024 * 1024;
const partBytes = 6 * mebibyte;
const fileBytes = 36 * mebibyte;

const progressOf = (page: Page) => page.getByRole("progressbar", { name: "Progress of scan.pdf" });

const choose = (page: Page, path: string) => addFiles(page, "Passport", path);

async function expectProgressBeyond(page: Page, share: number): Promise<void> {
  await expect
    .poll(async () => Number(await progressOf(page).getAttribute("value")), { timeout: scaled(60_000) })
    .toBeGreaterThan(share);
}

test("a 36 MB upload survives a lost network, a reload and sleep, and arrives once", async ({
  seedSentRequest,
  unreliableSite: { network, siteUrl },
}, testInfo) => {
  const { requesterPage, recipientPage, phoneContext } = await seedSentRequest({
    items: ["Passport"],
    siteUrl,
  });
  const document = await pdf("scan.pdf", { padding: fileBytes });
  const path = testInfo.outputPath("scan.pdf");
  await writeFile(path, document.buffer);
  const created: string[] = [];
  const offsets: number[] = [];
  phoneContext.on("request", (request) => {
    if (!request.url().includes("/storage/v1/upload/resumable")) return;
    if (request.method() === "POST") created.push(request.url());
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  const before = network.bytesReceived();

  await test.step("after a lost network, the upload resumes by itself", async () => {
    network.holdAfter(9 * mebibyte);
    await choose(recipientPage, path);
    await expectProgressBeyond(recipientPage, 0.2);
    await phoneContext.setOffline(true);
    network.cut();
    await expectUploadProblem(recipientPage, "Passport", describeError("upload.paused").next);
    network.restore();
    network.holdAfter(9 * mebibyte);
    await phoneContext.setOffline(false);
    await expect(recipientPage.getByText("Continuing where it stopped.")).toBeVisible();
    await expectProgressBeyond(recipientPage, 0.4);
  });

  await test.step("after a reload, the upload resumes when the same file is chosen", async () => {
    const dialogShown = recipientPage.waitForEvent("dialog");
    const reloaded = recipientPage.reload();
    const dialog = await dialogShown;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await expect(
      recipientPage.getByText("Choose the same file again to continue where it stopped."),
    ).toBeVisible();
    network.restore();
    network.holdAfter(9 * mebibyte);
    await choose(recipientPage, path);
    await expect(recipientPage.getByText("Continuing where it stopped.")).toBeVisible();
    await expectProgressBeyond(recipientPage, 0.6);
  });

  await test.step("after sleeping past the session’s expiry, the upload resumes", async () => {
    const resume = await freezePage(recipientPage);
    const { access_token: old } = await expireSession(phoneContext, siteUrl);
    network.cut();
    network.restore();
    await resume();
    await expectArrived(recipientPage, "Passport", "scan.pdf");
    expect((await readSession(phoneContext, siteUrl))?.access_token).not.toBe(old);
  });

  // Interrupted parts are sent again; the other requests of the page add less than a mebibyte.
  const sent = network.bytesReceived() - before;
  expect(sent).toBeGreaterThan(document.buffer.length);
  expect(sent).toBeLessThan(document.buffer.length + 3 * partBytes + mebibyte);
  expect(created).toHaveLength(1);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));

  const hash = createHash("sha256").update(document.buffer).digest("hex");
  const session = await readSession(phoneContext, siteUrl);
  const rows = await fetch(`${stack.platformUrl}/rest/v1/files?select=status,sha256,size`, {
    headers: { authorization: `Bearer ${session?.access_token}`, apikey: localKeys.publishable },
  });
  expect(await rows.json()).toEqual([{ status: "stored", sha256: hash, size: document.buffer.length }]);

  await requesterPage.getByRole("link", { name: "scan.pdf", exact: true }).click();
  const download = requesterPage.getByRole("button", { name: "Download scan.pdf" });
  const downloaded = await readDownload(requesterPage, () => download.click());
  expect(createHash("sha256").update(downloaded).digest("hex")).toBe(hash);
});
