import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { type Document, pdf, picture } from "../fixtures/documents.ts";
import { answerSavePicker, readDownload, readSaved, withoutSavePicker } from "../fixtures/downloads.ts";
import { newRequester, signInWithCode } from "../fixtures/people.ts";
import { sendRequest } from "../fixtures/request.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const lines = ["Payslips", "Bank statement", "Proof of address", "Identity document", "Employment contract"];

test("a requester asks once and gets every document", async ({ openBrowser, mailbox, newAddress }) => {
  test.setTimeout(180_000);
  const recipient = newAddress("anna");
  const deskContext = await openBrowser(desk);
  await answerSavePicker(deskContext);
  const phoneContext = await openBrowser(phone);

  const office = await newRequester({
    context: deskContext,
    mailbox,
    email: newAddress("nora"),
    name: "Nora Okafor",
    workspace: "Okafor & Lind",
  });
  const link = await sendRequest(office, {
    title: "Tax return 2026",
    recipients: [recipient],
    dueOn: "2031-11-27",
    lines,
  });

  let mobile = await phoneContext.newPage();
  await mobile.goto(link);
  await expect(mobile.getByText("Okafor & Lind asks you for documents")).toBeVisible();
  await signInWithCode(mobile, mailbox, recipient);
  await expect(mobile.getByText("5 things left")).toBeVisible();

  const sent: Record<string, Document[]> = {
    Payslips: [await pdf("payslip-january.pdf"), await pdf("payslip-february.pdf")],
    "Bank statement": [await picture(mobile, "statement.jpg")],
    "Proof of address": [await picture(office, "electricity bill.png")],
    "Identity document": [await pdf("passport.pdf", { padding: 20 * 1024 * 1024 })],
  };
  for (const [item, documents] of Object.entries(sent)) await addFiles(mobile, item, documents);
  for (const [item, documents] of Object.entries(sent)) {
    for (const { name } of documents) await expectArrived(mobile, item, name);
  }
  await expect(mobile.getByText("1 thing left")).toBeVisible();

  // Closed in the middle of the answer, and opened again by the same link: nothing is asked twice.
  await mobile.close();
  mobile = await phoneContext.newPage();
  await mobile.goto(link);
  await expect(mobile.getByText("1 thing left")).toBeVisible();

  // The office has not touched its page since the request was sent.
  await expect(office.getByRole("button", { name: "statement.jpg" })).toBeVisible();
  sent["Employment contract"] = [await pdf("contract.pdf")];
  await addFiles(mobile, "Employment contract", sent["Employment contract"]);
  await expect(mobile.getByText("Nothing is missing")).toBeVisible();
  await expect(office.getByRole("button", { name: "contract.pdf" })).toBeVisible();

  await office.getByRole("button", { name: "statement.jpg" }).click();
  const preview = office.getByRole("dialog", { name: "statement.jpg" });
  await expect(preview.getByRole("img", { name: "statement.jpg" })).toBeVisible();
  await office.keyboard.press("r");
  await preview.getByLabel("Why does “Bank statement” go back?").fill("Page 2 is cut off.");
  await preview.getByRole("button", { name: "Return with this reason" }).click();
  // The review goes on to the next item that waits; the rest is decided on the page.
  await expect(preview).toBeHidden();
  await office.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(office.getByRole("button", { name: "statement.jpg" })).toBeFocused();
  for (const item of ["Payslips", "Proof of address", "Identity document", "Employment contract"]) {
    await office.getByRole("button", { name: `Accept ${item}` }).click();
    await expect(office.getByRole("button", { name: `Accept ${item}` })).toBeHidden();
  }

  await expect(mobile.getByText("Page 2 is cut off.")).toBeVisible();
  const better = await pdf("statement, all pages.pdf");
  await addFiles(mobile, "Bank statement", [better]);
  await expectArrived(mobile, "Bank statement", better.name);
  sent["Bank statement"]?.push(better);

  await office.getByRole("button", { name: "Accept Bank statement" }).click();
  await expect(office.getByText("5 of 5 accepted")).toBeVisible();
  await expect(office.getByText("Done", { exact: true })).toBeVisible();
  await expect(mobile.getByText("You are done.", { exact: false })).toBeVisible();

  const downloadAll = office.getByRole("button", { name: "Download all" });
  await downloadAll.click();
  const saved = office.getByRole("dialog", { name: "Everything is saved" });
  await expect(saved).toBeVisible({ timeout: 60_000 });
  expectEverything(unzipSync(await readSaved(office)), sent);
  await saved.getByRole("button", { name: "Close" }).first().click();

  await withoutSavePicker(office);
  expectEverything(unzipSync(await readDownload(office, () => downloadAll.click())), sent);
});

function expectEverything(files: Record<string, Uint8Array>, sent: Record<string, Document[]>): void {
  const index = new TextDecoder().decode(files["index.csv"]);
  const inZip = Object.entries(files).filter(([path]) => path.includes("/"));
  expect(inZip).toHaveLength(Object.values(sent).flat().length);

  for (const [position, item] of lines.entries()) {
    const folder = `${String(position + 1).padStart(2, "0")} ${item}`;
    const documents = sent[item] ?? [];
    // Files that were sent at once are numbered as they arrived, which is in no fixed order.
    const found = inZip.map(([path]) => path).filter((path) => path.startsWith(`${folder}/`));
    const numbers = found.map((path) => path.slice(folder.length + 1).split(" ", 1)[0]);
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
