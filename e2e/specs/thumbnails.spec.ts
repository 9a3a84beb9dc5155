import type { Locator, Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { addFiles, expectArrived, toggleItem } from "../fixtures/checklist.ts";
import { pdf, picture, rawFile } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

async function expectPicture(file: Locator): Promise<void> {
  const image = file.locator("img");
  await expect(image).toBeVisible();
  const { size, density } = await image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
    size: [naturalWidth, naturalHeight],
    density: Math.min(devicePixelRatio, 2),
  }));
  expect(size).toEqual([160 * density, 100 * density]);
}

const isContent = (url: URL) => url.pathname.startsWith("/storage/v1/object/");

const isOfPdfs = (url: string) => /\/pdf\.(?:worker|renderer)/.test(url);

/** Paths of stored files that the page has read. */
function watchDownloads(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() === "GET" && isContent(url)) paths.push(url.pathname);
  });
  return paths;
}

/** Uploads wait until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(isContent, async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  return resolve;
}

test("images and first pages of PDFs have small pictures, whose workers end; broken and other files keep their icon", async ({
  seedSentRequest,
}) => {
  const { requesterPage, request } = await seedSentRequest({ items: ["Payslips"], only: "requester" });
  const drawing = requesterPage.waitForEvent("worker", { predicate: (worker) => isOfPdfs(worker.url()) });
  await request.add(
    "Payslips",
    await pdf("january.pdf"),
    await picture(requesterPage, "february.jpg"),
    rawFile("march.txt", "text/plain", "March"),
    rawFile("april.pdf", "application/pdf", "%PDF-1.7 is not much of a document"),
  );
  await drawing;
  const file = (name: string) => requesterPage.getByRole("link", { name, exact: true });
  for (const name of ["january.pdf", "february.jpg"]) await expectPicture(file(name));
  for (const name of ["march.txt", "april.pdf"]) await expect(file(name).locator("svg")).toBeVisible();
  await expect.poll(() => requesterPage.workers().filter((worker) => isOfPdfs(worker.url()))).toEqual([]);

  await request.add("Payslips", await pdf("may.pdf"));
  await expectPicture(file("may.pdf"));
});

test("recipients see their files while these are sent, and afterwards without a download", async ({
  seedSentRequest,
}) => {
  const { recipientPage } = await seedSentRequest({
    items: ["Payslips", draftItem("Passport", { sensitive: true }), "Lease"],
    only: "recipient",
  });
  const downloads = watchDownloads(recipientPage);
  const sendUploads = await holdUploads(recipientPage);
  const files = [await pdf("january.pdf"), await picture(recipientPage, "february.jpg")];
  await addFiles(recipientPage, "Payslips", files);
  const rows = (list: string) => recipientPage.getByRole("list", { name: list }).getByRole("listitem");
  for (const { name } of files) await expectPicture(rows("Uploads for Payslips").filter({ hasText: name }));

  sendUploads();
  for (const { name } of files) {
    await expectArrived(recipientPage, "Payslips", name);
    await expectPicture(rows("Files for Payslips").filter({ hasText: name }));
  }
  await addFiles(recipientPage, "Passport", [await picture(recipientPage, "passport.jpg")]);
  await expectArrived(recipientPage, "Passport", "passport.jpg");
  expect(downloads).toEqual([]);

  await recipientPage.reload();
  await toggleItem(recipientPage, "Passport");
  await expect(rows("Files for Passport").locator("svg")).toHaveCount(2);
  await toggleItem(recipientPage, "Payslips");
  for (const { name } of files) await expectPicture(rows("Files for Payslips").filter({ hasText: name }));
  expect(downloads).toHaveLength(2);
  const kept = await recipientPage.evaluate(async () => ({
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    stored: JSON.stringify([localStorage, sessionStorage]).match(/january|february/g),
  }));
  expect(kept).toEqual({ caches: [], databases: [], stored: null });
});

test("pictures far from the screen are taken out of it, and come back without a download", async ({
  seedSentRequest,
}) => {
  const items = Array.from({ length: 16 }, (_, place) => `Statement ${place + 1}`);
  const { requesterPage: page, request } = await seedSentRequest({ items, only: "requester" });
  const image = await picture(page, "statement.jpg");
  for (const [place, item] of items.entries())
    await request.add(item, { ...image, name: `statement ${place + 1}.jpg` });
  await page.reload();
  const downloads = watchDownloads(page);
  const file = (place: number) => page.getByRole("link", { name: `statement ${place}.jpg`, exact: true });
  await expectPicture(file(1));
  // A picture that leaves the screen before it has arrived is given up, and asked for again later.
  const pictures = page.getByRole("link", { name: /^statement/ }).locator("img");
  await expect.poll(async () => downloads.length - (await pictures.count())).toBe(0);
  await file(16).scrollIntoViewIfNeeded();
  await expectPicture(file(16));
  await expect(file(1).locator("svg")).toBeAttached();

  await page.evaluate(() => scrollTo(0, 0));
  await expectPicture(file(1));
  expect(downloads).toHaveLength(new Set(downloads).size);
});
