import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { desk, expect, phone } from "../fixtures/test.ts";
import { pasteLines, sendRequestInBrowser } from "../fixtures/write-request.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const row = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test("a member finds who is waited for, names and merges them, and asks one again", async ({
  openBrowser,
  mailbox,
  newAddress,
}, testInfo) => {
  const page = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await inspectWidths(page, "empty", testInfo);

  const [ana, joel] = [newAddress("ana"), newAddress("joel")];
  const link = await sendRequestInBrowser(page, {
    title: "Tax return",
    recipients: [`Ana Duarte <${ana}>`],
    dueOn: "2031-03-03",
    items: ["Passport", "Payslips", "Lease"],
  });
  await sendRequestInBrowser(page, { title: "Mortgage", recipients: [joel], items: ["Savings statement"] });
  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(link);
  await signInWithCode(recipient, mailbox, ana);
  await expect(recipient.getByText("3 items left")).toBeVisible();

  // The earliest due date is at the top, and the keys go through the list.
  await page.goto("/people");
  await expect(row(page, "Ana Duarte")).toContainText("3 items left, due Mon 3 Mar 2031");
  await expect(row(page, joel)).toContainText("1 item left, not opened yet");
  await inspectWidths(page, "waiting", testInfo);
  await page.setViewportSize({ width: 320, height: 700 });
  await inspectScreen(page, "waiting-narrow", testInfo);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press("/");
  await page.keyboard.type("duart");
  await expect(page.getByText("1 person found")).toBeVisible();
  await expect(page).toHaveURL(/\/people\?q=duart$/);
  await inspectWidths(page, "found", testInfo);
  await page.keyboard.press("Escape");
  await expect(row(page, joel)).toBeVisible();
  await page.getByRole("heading", { name: "People", exact: true }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(row(page, joel).getByRole("link")).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Ana Duarte", exact: true })).toBeVisible();
  await expect(page.getByText("Confirmed")).toBeVisible();
  await expect(page.getByRole("region", { name: "Open with Ana Duarte" })).toContainText("Tax return");
  await page.getByRole("button", { name: "Add a note" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit person" });
  await expect(dialog.getByLabel(/^Note/)).toBeFocused();
  await page.keyboard.type("Prefers a call before 10:00.");
  await inspectWidths(page, "edit", testInfo);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Note" })).toContainText("Prefers a call before 10:00.");
  await inspectWidths(page, "person", testInfo);

  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByLabel("Find or add a tag").fill("Private client");
  await expect(page.getByRole("button", { name: "Add “Private client”" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Tags" })).toContainText("Private client");
  await inspectWidths(page, "tagged", testInfo);

  // The same person under another address.
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Merge with someone" }).click();
  const merge = page.getByRole("dialog", { name: "Merge Ana Duarte with someone" });
  await merge.getByLabel("Find the other address").fill(joel);
  await merge.getByRole("radio", { name: joel }).check();
  await inspectWidths(page, "merge", testInfo);
  await merge.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("region", { name: "Open with Ana Duarte" })).toContainText("Mortgage");
  await expect(page.getByRole("region", { name: "Addresses" })).toContainText(joel);
  await inspectWidths(page, "merged", testInfo);
  await page.getByRole("link", { name: "People" }).first().click();
  await expect(row(page, "Ana Duarte")).toContainText("2 requests, 4 items left");
  await expect(row(page, "Ana Duarte").getByRole("list", { name: "Tags" })).toHaveText("Private client");
  await inspectWidths(page, "tagged-row", testInfo);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(row(page, "Ana Duarte")).toContainText("Never");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Private client" }).click();
  await expect(page).toHaveURL(/[?&]tag=/);
  await expect(page.getByRole("link", { name: /^Waiting on them ?1$/ })).toBeVisible();
  await inspectWidths(page, "narrowed", testInfo);
  await page.getByRole("link", { name: /^Can’t be emailed/ }).click();
  await expect(page.getByText("Nobody here has this tag")).toBeVisible();
  await inspectWidths(page, "narrowed-empty", testInfo);
  await page.getByRole("button", { name: "Clear filter", exact: true }).click();
  await expect(page.getByText("Everyone can be emailed")).toBeVisible();
  await page.getByRole("link", { name: /^Waiting on them/ }).click();
  await expect(row(page, "Ana Duarte")).toBeVisible();

  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await exporting;
  expect(file.suggestedFilename()).toBe("people.csv");
  const path = testInfo.outputPath("people.csv");
  await file.saveAs(path);
  const [head, line, ...rest] = (await readFile(path, "utf8")).split("\r\n");
  expect(head).toContain('"Name","Email","Other addresses"');
  expect(line).toContain(`"Ana Duarte","${ana}","${joel}","Private client"`);
  expect(line).toContain('"Prefers a call before 10:00."');
  expect(rest).toEqual([""]);

  await page.getByRole("link", { name: "Ana Duarte" }).click();
  await page.getByRole("button", { name: `Separate ${joel}` }).click();
  await expect(page.getByText(`${joel} is a separate person again`)).toBeVisible();
  await expect(page.getByRole("region", { name: "Addresses" })).toHaveCount(0);
  await page.getByRole("link", { name: "New request for Ana Duarte" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: `Remove ${ana}` })).toBeVisible();
});

test("a person whose address refuses email is listed with the reason, and corrected from there", async ({
  seedRequester,
  post,
  siteUrl,
  newAddress,
}, testInfo) => {
  const { page } = await seedRequester({ device: { ...desk, baseURL: siteUrl } });
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await page.getByLabel("Recipients").fill(`Tomás Duarte <${newAddress("wrong")}>`);
  await page.keyboard.press("Enter");
  await pasteLines(page, ["Payslips"]);
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("region", { name: "People" })).toContainText("Invitation on its way");
  await post.deliver();

  await page.goto("/people?tab=unreached");
  const tomas = row(page, "Tomás Duarte");
  await expect(tomas).toContainText("Can’t receive email since");
  await expect(tomas).toContainText("Invitation not delivered");
  await inspectWidths(page, "unreached", testInfo);
  await tomas.getByRole("link", { name: "Correct address" }).click();
  await page.getByRole("button", { name: "Options for Tomás Duarte" }).click();
  await page.getByRole("menuitem", { name: "Correct address" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct recipient" });
  await dialog.getByLabel("Email").fill(newAddress("tomas"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect(tomas).toContainText("1 item left, not opened yet");
  await page.getByRole("link", { name: /^Everyone/ }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
});
