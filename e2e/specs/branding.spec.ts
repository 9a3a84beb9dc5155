import { scaled } from "@sheaf/testing/scaled";
import { picture, rawFile } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { hugePng } from "../fixtures/unusual-pictures.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(120_000)));

/** Purple, as browsers report it. */
const purple = "rgb(107, 61, 146)";

test("recipients see a workspace's logo and colour, and only what can be used is taken", async ({
  seedSentRequest,
  openBrowser,
}, testInfo) => {
  const {
    requesterPage: page,
    recipientPage,
    link,
  } = await seedSentRequest({ items: ["Payslips", "Lease"] });
  await page.goto("/settings/workspace");
  const card = page.getByRole("region", { name: "Name and logo" });
  const file = card.getByLabel("Logo file");
  const save = page.getByRole("button", { name: "Save changes" });
  const logo = card.getByRole("group", { name: "Logo" });
  const sample = card.getByRole("figure");

  for (const [wrong, sentence] of [
    [
      rawFile("logo.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
      /can’t be used/,
    ],
    [rawFile("logo.png", "image/png", "<!doctype html><script>alert(1)</script>"), /can’t be used/],
    [hugePng("logo.png", 7200), /too large for a logo/],
    [hugePng("logo.png", 32), /too small for a logo/],
  ] as const) {
    await file.setInputFiles(wrong);
    await expect(logo.getByRole("alert")).toHaveText(sentence);
    await expect(sample.locator("img")).toHaveCount(0);
  }

  await file.setInputFiles(await picture(page, "logo.png"));
  await expect(sample.locator("img")).toHaveCount(1);
  await expect(logo.getByRole("alert")).toBeEmpty();
  await card.getByLabel("Other colour").fill("#ffd54f");
  await expect(card.getByText("This colour is too light to read.")).toBeVisible();
  await expect(save).toBeDisabled();
  await inspectWidths(page, "too-light", testInfo);
  await card.getByRole("button", { name: "Use a darker one" }).click();
  await expect(card.getByText("Readable on white and on dark")).toBeVisible();
  await card.getByRole("radio", { name: "Purple" }).check();
  await save.click();
  await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();

  await recipientPage.reload();
  await expect(recipientPage.locator("header img")).toBeVisible();
  await expect(recipientPage.getByText("Choose files").first()).toHaveCSS("background-color", purple);
  await inspectWidths(recipientPage, "checklist", testInfo);

  const stranger = await (await openBrowser(desk)).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("button", { name: "Send me a code" })).toHaveCSS(
    "background-color",
    purple,
  );
  await expect(stranger.locator("img")).toBeVisible();
  await inspectWidths(stranger, "link", testInfo);

  await page.reload();
  await card.getByRole("button", { name: "Remove logo" }).click();
  await card.getByRole("radio", { name: "Green" }).check();
  await save.click();
  await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText("asks you for documents")).toBeVisible();
  await expect(stranger.locator("img")).toHaveCount(0);
});
