import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
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

test("the sender of a file and members see who opened it", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}, testInfo) => {
  const { requesterPage, recipientPage, request } = await seedSentRequest({
    items: ["Payslips", "Lease"],
  });
  await request.add("Payslips", await pdf("january.pdf"), await pdf("february.pdf"));
  // Small pictures of both count as loaded, not as opened.
  await requesterPage.reload();
  for (const name of ["january.pdf", "february.pdf"])
    await expect(requesterPage.getByRole("link", { name }).locator("img")).toBeVisible();
  await recipientPage.reload();
  await toggleItem(recipientPage, "Payslips");
  await expectOpenedBy(recipientPage, "january.pdf", /^Nora Okafor \(only a preview\), /);

  const loadedAhead = requesterPage.waitForResponse(
    (response) =>
      response.url().endsWith("/rpc/open_files") && response.request().postDataJSON().purpose === "prefetch",
  );
  await requesterPage.goto(`/requests/${request.id}/review`);
  await expect(shownPdf(requesterPage, "january.pdf")).toBeVisible();
  // february.pdf is loaded ahead, which is no opening.
  expect((await loadedAhead).status()).toBe(200);
  // On another device.
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const january = nora.client.from("files").select("id").eq("name", "january.pdf").single();
  const { id } = unwrap(await january);
  unwrap(await nora.client.rpc("open_files", { files: [id], purpose: "view" }));
  await requesterPage.reload();
  await expect(requesterPage.getByText(/^Opened by you, 2 times, most recently /)).toBeVisible();
  await expectOpenedBy(recipientPage, "january.pdf", /^Nora Okafor, 2 times, most recently /);
  await expectOpenedBy(recipientPage, "february.pdf", /^Nora Okafor \(only a preview\), /);

  await requesterPage.keyboard.press("j");
  await expect(shownPdf(requesterPage, "february.pdf")).toBeVisible();
  await expect(requesterPage.getByText(/^Opened by you, /)).toBeVisible();
  await expect(requesterPage.getByText(/^Opened by anna-/)).toBeVisible();
  await inspectWidths(requesterPage, "opened-review", testInfo);

  await expectOpenedBy(recipientPage, "february.pdf", /^Nora Okafor, /);
  await detailsOf(recipientPage, "january.pdf");
  await inspectWidths(recipientPage, "opened-details", testInfo);
});
