import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { stubSavePicker } from "../fixtures/downloads.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import { unwrap } from "../seed/unwrap.ts";

test.beforeEach(() => test.setTimeout(scaled(120_000)));

/** Opens a file of the checklist with its details. */
async function detailsOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByText("Details").click();
  return dialog;
}

async function expectOpenedBy(page: Page, name: string, text: string | RegExp): Promise<void> {
  const dialog = await detailsOf(page, name);
  await expect(dialog.getByText("Opened by")).toBeVisible();
  await expect(dialog.getByText(text)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
}

const shownPdf = (page: Page, name: string) =>
  page.getByRole("region", { name: `${name}, 1 page` }).locator("canvas[data-drawn]");

test("the sender of a file sees who opened it, and members see who downloaded everything", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}, testInfo) => {
  const { requesterPage, recipientPage, deskContext, request } = await seedSentRequest({
    items: ["Payslips", "Lease"],
  });
  await stubSavePicker(deskContext);
  await request.add("Payslips", await pdf("january.pdf"), await pdf("february.pdf"));
  // Small pictures of both are no openings.
  await requesterPage.reload();
  for (const name of ["january.pdf", "february.pdf"])
    await expect(requesterPage.getByRole("link", { name }).locator("img")).toBeVisible();
  await recipientPage.reload();
  await toggleItem(recipientPage, "Payslips");
  await expectOpenedBy(recipientPage, "january.pdf", "Nobody yet");

  const loadedAhead = requesterPage.waitForResponse(
    (response) =>
      response.url().endsWith("/rpc/open_files") && response.request().postDataJSON().purpose === "prefetch",
  );
  await requesterPage.goto(`/requests/${request.id}/review`);
  await expect(shownPdf(requesterPage, "january.pdf")).toBeVisible();
  // february.pdf is loaded ahead, which is no opening either.
  expect((await loadedAhead).status()).toBe(200);
  // On another device.
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const january = nora.client.from("files").select("id").eq("name", "january.pdf").single();
  const { id } = unwrap(await january);
  unwrap(await nora.client.rpc("open_files", { files: [id], purpose: "view" }));
  await requesterPage.reload();
  await expect(requesterPage.getByText(/^Opened by you, 2 times, most recently /)).toBeVisible();
  await expectOpenedBy(recipientPage, "january.pdf", /^Nora Okafor, 2 times, most recently /);
  await expectOpenedBy(recipientPage, "february.pdf", "Nobody yet");

  await requesterPage.keyboard.press("j");
  await expect(shownPdf(requesterPage, "february.pdf")).toBeVisible();
  await expect(requesterPage.getByText(/^Opened by you, /)).toBeVisible();
  await expect(requesterPage.getByText(/^Opened by anna-/)).toBeVisible();
  await inspectWidths(requesterPage, "opened-review", testInfo);

  await requesterPage.goto(`/requests/${request.id}`);
  await requesterPage.getByRole("button", { name: "Download all" }).click();
  const done = requesterPage.getByRole("dialog", { name: "Download complete" });
  await expect(done).toBeVisible();
  await done.getByRole("button", { name: "Close" }).first().click();
  await requesterPage.reload();
  await expect(requesterPage.getByText(/You\s*downloaded 2 files/)).toHaveCount(1);
  await expectOpenedBy(recipientPage, "january.pdf", /^Nora Okafor, 3 times, most recently /);
  await expectOpenedBy(recipientPage, "february.pdf", /^Nora Okafor, 2 times, most recently /);
  await detailsOf(recipientPage, "january.pdf");
  await inspectWidths(recipientPage, "opened-details", testInfo);
});
