import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { type Document, pdf, picture, rawFile } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { tabTo } from "../fixtures/keyboard.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a member adds examples while drafting, and the recipient opens them, by keyboard alone", async ({
  seedRequester,
  signInByApi,
  newAddress,
  openBrowser,
}, testInfo) => {
  test.setTimeout(scaled(180_000));
  const { page } = await seedRequester();
  const recipient = await signInByApi({ name: "Anna Lind", email: newAddress("anna") });
  const example = await picture(page, "like this.png");
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await page.getByLabel("Recipients").fill(recipient.email);
  await page.keyboard.press("Enter");
  await page.getByLabel("Add an item").fill("Rental income statement");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit Rental income statement" }).press("Enter");

  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "owned"</script></svg>`;
  await addExample(page, rawFile("drawing.png", "image/png", svg));
  await expect(page.getByText("An example is a PDF or a picture.")).toBeVisible();
  await inspectWidths(page, "refused", testInfo);
  await page.getByRole("button", { name: "Dismiss drawing.png" }).press("Enter");

  await addExample(page, example);
  await expect(page.getByRole("button", { name: "Remove like this.png" })).toBeVisible();
  await addExample(page, await pdf("statement.pdf"));
  await expect(page.getByRole("button", { name: "Remove statement.pdf" })).toBeVisible();
  await inspectWidths(page, "editor", testInfo);
  await page.getByRole("button", { name: "like this.png", exact: true }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("img", { name: "like this.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "like this.png", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText("2 examples.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Rental income statement" })).toBeFocused();
  await page.getByLabel("I’ll share the link myself").press("Space");
  await page.getByRole("button", { name: "Create link" }).press("Enter");
  const sent = page.getByRole("dialog", { name: "Share this link" });
  const link = await sent.getByLabel("Link").inputValue();

  const context = await openBrowser(phone);
  await storeSession(context, await recipient.session());
  const checklist = await context.newPage();
  await checklist.goto(link);
  const open = checklist.getByRole("button", { name: "See an example like this.png" });
  await expect(open).toBeVisible();
  await inspectWidths(checklist, "checklist", testInfo);
  await tabTo(checklist, open);
  await checklist.keyboard.press("Enter");
  const shown = checklist.getByRole("dialog", { name: "like this.png" });
  await expect(shown.getByRole("img", { name: "like this.png" })).toBeVisible();
  await inspectWidths(checklist, "picture", testInfo);
  await checklist.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await checklist.getByRole("button", { name: "See an example statement.pdf" }).press("Enter");
  await expect(checklist.getByRole("region", { name: "statement.pdf, 1 page" })).toBeVisible();
  await inspectWidths(checklist, "pdf", testInfo);
  await checklist.keyboard.press("Escape");

  await sent.getByRole("button", { name: "Close" }).press("Enter");
  await page.getByRole("link", { name: "Edit" }).press("Enter");
  await page.getByRole("button", { name: "Edit Rental income statement" }).press("Enter");
  await page.getByRole("button", { name: "Remove statement.pdf" }).press("Enter");
  await inspectWidths(page, "remove", testInfo);
  await page.getByRole("button", { name: "Remove example" }).press("Enter");
  await expect(page.getByText("statement.pdf was removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an example" })).toBeFocused();
  await expect(checklist.getByRole("button", { name: "See an example statement.pdf" })).toBeHidden();
  await expect(open).toBeVisible();
});

async function addExample(page: Page, document: Document): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add an example" }).press("Enter");
  await (await chooser).setFiles([document]);
}
