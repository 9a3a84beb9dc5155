import type { Page } from "@playwright/test";
import { expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("files dropped on an item arrive in it, and the camera stands ready on a phone", async ({
  ask,
  openBrowser,
}) => {
  const { office, mobile, link, phoneContext } = await ask({ lines: ["Passport", "Payslips"] });
  const camera = mobile.waitForEvent("filechooser");
  await mobile.getByRole("button", { name: "Take a photo for Passport" }).click();
  expect(await (await camera).element().getAttribute("capture")).toBe("environment");

  const laptop = await openBrowser({ ...desk, storageState: await phoneContext.storageState() });
  const page = await laptop.newPage();
  await page.goto(link);
  await drop(page, "Payslips", [await pdf("january.pdf"), await pdf("february.pdf")]);
  await expectArrived(page, "Payslips", "january.pdf");
  await expectArrived(page, "Payslips", "february.pdf");
  await expect(office.getByRole("button", { name: "february.pdf", exact: true })).toBeVisible();
});

test("the requester's page asks for news while it is seen, and not while it is hidden", async ({ ask }) => {
  const { office } = await ask({ lines: ["Passport"] });
  let reads = 0;
  office.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/rest/v1/")) reads += 1;
  });
  await office.clock.install();
  await office.reload();
  await expect(office.getByText("0 of 1 accepted")).toBeVisible();

  await setHidden(office, true);
  const before = reads;
  await office.clock.runFor(60_000);
  expect(reads).toBe(before);

  await setHidden(office, false);
  await office.clock.runFor(6000);
  await expect.poll(() => reads).toBeGreaterThan(before);
});

async function drop(page: Page, item: string, documents: { name: string; buffer: Buffer }[]): Promise<void> {
  const files = documents.map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of dropped) {
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "application/pdf" }));
    }
    return transfer;
  }, files);
  const target = page.getByRole("button", { name: `Choose files for ${item}` });
  await target.dispatchEvent("dragenter", { dataTransfer });
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

/** A headless browser never hides a page; the page learns of it as it would. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (hidden ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isHidden);
}
