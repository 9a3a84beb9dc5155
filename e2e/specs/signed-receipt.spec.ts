import { createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import canonicalize from "canonicalize";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { runTasks } from "../fixtures/run-tasks.ts";
import { expect } from "../fixtures/test.ts";

interface SavedReceipt {
  receipt: { items: { files: { name: string }[] }[] };
  signature: { kid: string; value: string };
}

/** Checks the receipt with nothing but the key set and a standard library. */
async function isGenuine(page: Page, { receipt, signature }: SavedReceipt): Promise<boolean> {
  const set = await page.request.get("/.well-known/sheaf-receipts.json");
  const { keys } = (await set.json()) as { keys: { kid: string; kty: string; crv: string; x: string }[] };
  const key = keys.find(({ kid }) => kid === signature.kid);
  if (!key) return false;
  const signed = Buffer.from(canonicalize(receipt) ?? "");
  return verify(
    null,
    signed,
    createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature.value, "base64url"),
  );
}

test("a recipient saves a signed receipt, which shows later that a file is the one that was received", async ({
  seedSentRequest,
  ownPlatform,
  siteUrl,
}, testInfo) => {
  const { recipientPage: page } = await seedSentRequest({ items: ["Passport"], siteUrl, only: "recipient" });
  const passport = await pdf("passport.pdf");
  await addFiles(page, "Passport", [passport]);
  await expectArrived(page, "Passport", "passport.pdf");
  await page.getByRole("button", { name: "Show receipt" }).click();
  const dialog = page.getByRole("dialog", { name: "Receipt" });
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save signed receipt" }).click();
  await expect(dialog.getByRole("status")).toHaveText(/being checked/);
  await inspectWidths(page, "being-signed", testInfo);
  await runTasks(["checksums", "receipts"], { siteUrl, platformUrl: ownPlatform.url });
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^receipt-.+\.json$/);
  await expect(dialog.getByRole("status")).toHaveText(/^Saved/);
  await inspectWidths(page, "saved", testInfo);

  const text = await readFile(await saved.path(), "utf8");
  const receipt = JSON.parse(text) as SavedReceipt;
  expect(receipt.receipt.items[0]?.files).toMatchObject([{ name: "passport.pdf" }]);
  expect(await isGenuine(page, receipt)).toBe(true);
  const changed = JSON.parse(text.replace("passport.pdf", "passport.doc")) as SavedReceipt;
  expect(await isGenuine(page, changed)).toBe(false);

  const [checking] = await Promise.all([
    page.context().waitForEvent("page"),
    dialog.getByRole("link", { name: "Check a receipt" }).click(),
  ]);
  await checking
    .getByLabel("Receipt and files")
    .setInputFiles([
      { name: "receipt.json", mimeType: "application/json", buffer: Buffer.from(text) },
      passport,
    ]);
  await expect(checking.getByText("Genuine receipt, unchanged")).toBeVisible();
  await expect(checking.getByText(/This exact file was received/)).toBeVisible();
  await inspectWidths(checking, "genuine", testInfo);
});
