import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { decodeBase64Url } from "@sheaf/contract/receipt/base64-url";
import { readKey } from "@sheaf/contract/receipt/key-list";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import type { Receipt, SignedReceipt } from "@sheaf/contract/receipt/receipt";
import { signReceipt } from "@sheaf/contract/receipt/sign";
import { type Document, rawFile } from "../fixtures/documents.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const payslip = rawFile("Payslip.pdf", "application/pdf", "December");
const rental = rawFile("Rental.pdf", "application/pdf", "March");

const receivedFile = ({ name, buffer }: Document, received_at: string) => ({
  name,
  size: buffer.length,
  sha256: createHash("sha256").update(buffer).digest("hex"),
  received_at,
  verdict: null,
});

const receipt: Receipt = {
  format: "sheaf-receipt",
  version: 2,
  id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6aa",
  issued_at: "2026-11-26T10:00:00.000Z",
  workspace: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ab", name: "Okafor & Lind" },
  request: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ac", title: "Tax return 2025" },
  recipient: { email: "ana@verify.example", name: "Ana Duarte" },
  items: [
    {
      title: "Payslips",
      state: "accepted",
      decided_by: "Nora Okafor",
      files: [receivedFile(payslip, "2026-11-24T10:12:00.000Z")],
    },
    {
      title: "Rent",
      state: "submitted",
      decided_by: null,
      files: [receivedFile(rental, "2026-11-25T18:31:00.000Z")],
    },
    {
      title: "IBAN",
      state: "submitted",
      decided_by: null,
      files: [],
      answer: { kind: "text", text: "PT50 0002 0123", answered_at: "2026-11-25T18:32:00.000Z" },
    },
    {
      title: "Tax number",
      state: "submitted",
      decided_by: null,
      files: [],
      answer: { kind: "text", text: null, answered_at: "2026-11-25T18:33:00.000Z" },
    },
  ],
  history: { seq: 12, hash: "cd".repeat(32) },
};

function signed(kid = "local"): Promise<SignedReceipt> {
  const { bytes } = readKey(localReceiptKey.signing) ?? { bytes: "" };
  return signReceipt(receipt, { kid, secret: decodeBase64Url(bytes) });
}

const asFile = (text: string): Document => rawFile("receipt.json", "application/json", text);

async function openVerify(
  openBrowser: (options: BrowserContextOptions) => Promise<BrowserContext>,
): Promise<Page> {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/verify");
  return page;
}

async function choose(page: Page, ...files: Document[]): Promise<void> {
  await page.getByLabel("Receipt and files").setInputFiles(files);
}

const result = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test("files are compared with a receipt in the browser alone, without a connection", async ({
  openBrowser,
}) => {
  const page = await openVerify(openBrowser);
  await expect(page.getByRole("heading", { name: "Check a receipt" })).toBeVisible();
  await page.context().setOffline(true);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));

  const renamed = { ...payslip, name: "copy of payslip.pdf" };
  const edited = rawFile("Rental.pdf", "application/pdf", "April");
  const foreign = rawFile("Scan.pdf", "application/pdf", "Scan");
  const notes = rawFile("notes.json", "application/json", "{}");
  await choose(page, payslip);
  await expect(result(page, "Payslip.pdf")).toContainText("Add the receipt to check it against.");
  await choose(page, asFile(JSON.stringify(await signed())), renamed, edited, foreign, notes);

  await expect(page.getByText("Genuine receipt, unchanged")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tax return 2025" })).toBeVisible();
  await expect(page.getByText("Ana Duarte to Okafor & Lind, 4 items, 2 files")).toBeVisible();
  await expect(result(page, "IBAN")).toContainText(/PT50 0002 0123.*Answered on Wed 25 Nov/s);
  await expect(result(page, "Tax number")).toContainText("but doesn’t show it");
  await expect(result(page, "Payslip.pdf")).toContainText(
    /This exact file was received on Tue 24 Nov.*accepted by Nora Okafor/,
  );
  await expect(result(page, "copy of payslip.pdf")).toContainText(", as Payslip.pdf.");
  await expect(result(page, "Rental.pdf")).toContainText("but its content is different");
  await expect(result(page, "Scan.pdf")).toContainText("Not in this receipt");
  // A file that can't be a receipt is compared like any other.
  await expect(result(page, "notes.json")).toContainText("No file in this receipt has this content");
  await expect(page.getByRole("status")).toHaveText("2 received1 different2 not in this receipt");
  await page.getByText("Signature and key").click();
  await expect(page.getByText("Ed25519, key local")).toBeVisible();
  expect(requests).toEqual([]);
});

const genuine = JSON.stringify(await signed());
const unusable: readonly [string, string, string][] = [
  ["cut", genuine.slice(0, -200), "This receipt is incomplete"],
  ["edited", genuine.replace("Payslip.pdf", "Payroll.pdf"), "This receipt was changed"],
  [
    "signed with another key",
    JSON.stringify(await signed("2019")),
    "This receipt wasn’t signed by this site",
  ],
  ["of another version", genuine.replace('"version":2', '"version":9'), "This receipt has a version"],
  ["of 50 MB", genuine.padEnd(50_000_000), "This file is too large to be a receipt"],
];

test("a receipt that is cut, edited, of another key or version, or of 50 MB is refused, and files stay", async ({
  openBrowser,
}, testInfo) => {
  const page = await openVerify(openBrowser);
  for (const [what, text, problem] of unusable) {
    await test.step(what, async () => {
      await page.goto("/verify");
      await choose(page, payslip);
      // From the disk, as Playwright sends other bytes to the browser as text.
      const path = testInfo.outputPath("receipt.json");
      await writeFile(path, text);
      await page.getByLabel("Receipt and files").setInputFiles(path);
      await expect(page.getByText(problem)).toBeVisible();
      await expect(page.getByText("Genuine receipt")).toBeHidden();
      await expect(result(page, "Payslip.pdf")).toContainText("Add the receipt to check it against.");
      await choose(page, asFile(genuine));
      await expect(result(page, "Payslip.pdf")).toContainText("This exact file was received");
      await expect(page.getByText(problem)).toBeHidden();
    });
  }
});
