import { createHash } from "node:crypto";
import { scaled } from "@sheaf/testing/scaled";
import { unzipSync } from "fflate";
import { addFiles, expectArrived, itemRow } from "../fixtures/checklist.ts";
import { type Document, pdf, picture } from "../fixtures/documents.ts";
import { readDownload, readSaved, removeSavePicker, stubSavePicker } from "../fixtures/downloads.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { sendRequestInBrowser } from "../fixtures/write-request.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const items = ["Payslips", "Bank statement", "Proof of address", "Identity document", "Employment contract"];

test("a requester sends one request and receives every document", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  test.setTimeout(scaled(180_000));
  const recipient = newAddress("anna");
  const deskContext = await openBrowser(desk);
  await stubSavePicker(deskContext);
  const phoneContext = await openBrowser(phone);

  const requesterPage = await signUpInBrowser({
    context: deskContext,
    mailbox,
    email: newAddress("nora"),
  });
  const link = await sendRequestInBrowser(requesterPage, {
    title: "Tax return 2026",
    recipients: [recipient],
    dueOn: "2031-11-27",
    items,
  });

  let recipientPage = await phoneContext.newPage();
  await recipientPage.goto(link);
  await expect(recipientPage.getByText("Okafor & Lind asks you for documents")).toBeVisible();
  await signInWithCode(recipientPage, mailbox, recipient);
  await expect(recipientPage.getByText("5 items left")).toBeVisible();

  const sent: Record<string, Document[]> = {
    Payslips: [await pdf("payslip-january.pdf"), await pdf("payslip-february.pdf")],
    "Bank statement": [await picture(recipientPage, "statement.jpg")],
    "Proof of address": [await picture(requesterPage, "electricity bill.png")],
    "Identity document": [await pdf("passport.pdf", { padding: 20 * 1024 * 1024 })],
  };
  for (const [item, documents] of Object.entries(sent)) await addFiles(recipientPage, item, documents);
  for (const [item, documents] of Object.entries(sent)) {
    for (const { name } of documents) await expectArrived(recipientPage, item, name);
  }
  await expect(recipientPage.getByText("1 item left")).toBeVisible();

  // Close the page halfway and reopen the link: the recipient is still signed in and nothing is lost.
  await recipientPage.close();
  recipientPage = await phoneContext.newPage();
  await recipientPage.goto(link);
  await expect(recipientPage.getByText("1 item left")).toBeVisible();

  // The requester's page updates without any interaction.
  await expect(requesterPage.getByRole("link", { name: "statement.jpg" })).toBeVisible();
  sent["Employment contract"] = [await pdf("contract.pdf")];
  await addFiles(recipientPage, "Employment contract", sent["Employment contract"]);
  await expect(recipientPage.getByRole("heading", { name: "You’re done" })).toBeVisible();
  await expect(requesterPage.getByRole("link", { name: "contract.pdf" })).toBeVisible();

  await requesterPage.getByRole("link", { name: "statement.jpg" }).click();
  const preview = requesterPage.getByRole("main");
  await expect(preview.getByRole("img", { name: "statement.jpg" })).toBeVisible();
  await requesterPage.keyboard.press("r");
  await preview.getByLabel("Why are you returning “Bank statement”?").fill("Page 2 is cut off.");
  await preview.getByRole("button", { name: "Return with this reason" }).click();
  // The review continues with the next pending item; the remaining items are decided on the page.
  await expect(preview.getByRole("heading", { name: "Proof of address" })).toBeVisible();
  await preview.getByRole("button", { name: "Close the review" }).click();
  await expect(requesterPage.getByRole("link", { name: "electricity bill.png" })).toBeFocused();
  for (const item of ["Payslips", "Proof of address", "Identity document", "Employment contract"]) {
    await requesterPage.getByRole("button", { name: `Accept ${item}` }).click();
    await expect(requesterPage.getByRole("button", { name: `Accept ${item}` })).toBeHidden();
  }

  await expect(itemRow(recipientPage, "Bank statement").getByText("Page 2 is cut off.")).toBeVisible();
  const replacement = await pdf("statement, all pages.pdf");
  await addFiles(recipientPage, "Bank statement", [replacement]);
  await expectArrived(recipientPage, "Bank statement", replacement.name);
  sent["Bank statement"]?.push(replacement);

  await requesterPage.getByRole("button", { name: "Accept Bank statement" }).click();
  await expect(requesterPage.getByText("5 of 5 accepted")).toBeVisible();
  await expect(requesterPage.getByText("Done", { exact: true })).toBeVisible();
  await expect(recipientPage.getByText("Okafor & Lind has accepted everything they need.")).toBeVisible();

  const downloadAll = requesterPage.getByRole("button", { name: "Download all" });
  await downloadAll.click();
  const saved = requesterPage.getByRole("dialog", { name: "Download complete" });
  await expect(saved).toBeVisible({ timeout: scaled(60_000) });
  expectAllFiles(unzipSync(await readSaved(requesterPage)), sent);
  await saved.getByRole("button", { name: "Close" }).first().click();

  await removeSavePicker(requesterPage);
  expectAllFiles(unzipSync(await readDownload(requesterPage, () => downloadAll.click())), sent);
});

function expectAllFiles(files: Record<string, Uint8Array>, sent: Record<string, Document[]>): void {
  const index = new TextDecoder().decode(files["index.csv"]);
  const inZip = Object.entries(files).filter(([path]) => path.includes("/"));
  const returned = inZip.map(([path]) => path).filter((path) => path.startsWith("Returned/"));
  expect(returned).toEqual([expect.stringMatching(/ Bank statement\/01 statement\.jpg$/u)]);
  expect(inZip).toHaveLength(Object.values(sent).flat().length);

  for (const [position, item] of items.entries()) {
    const folder = `${String(position + 1).padStart(2, "0")} ${item}`;
    const documents = sent[item] ?? [];
    // Files uploaded together are numbered by arrival, in no fixed order.
    const found = inZip.map(([path]) => path).filter((path) => path.includes(`${folder}/`));
    const numbers = found.map((path) => path.split("/").at(-1)?.split(" ", 1)[0]);
    expect(numbers).toEqual(documents.map((_document, number) => String(number + 1).padStart(2, "0")));
    for (const document of documents) {
      const path = found.find((name) => name.endsWith(` ${document.name}`)) ?? "";
      expect(found, document.name).toContain(path);
      const hash = sha256(document.buffer);
      expect(sha256(files[path]), path).toBe(hash);
      expect(index).toContain(hash);
    }
    expect(index).toContain(item);
  }
}

function sha256(bytes: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(bytes ?? new Uint8Array())
    .digest("hex");
}
