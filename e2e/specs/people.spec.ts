import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Contact } from "../seed/contact.ts";
import { sendRequest } from "../seed/sent-request.ts";
import { unwrap } from "../seed/unwrap.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const row = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test("a member finds who is waited for, names and merges them, and asks one again", async ({
  seedRequester,
  signInByApi,
  newAddress,
}, testInfo) => {
  const { page, email } = await seedRequester();
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await inspectWidths(page, "empty", testInfo);

  const [ana, joel] = [newAddress("ana"), newAddress("joel")];
  const nora = await signInByApi({ name: "Nora Okafor", email });
  const [workspace] = unwrap(await nora.client.from("workspaces").select("id"));
  const send = async (title: string, recipient: Contact, items: string[], due_on: string | null = null) => {
    const draft = {
      title,
      message: "",
      due_on,
      recipients: [{ ...recipient }],
      items: items.map((item) => draftItem(item)),
    };
    const id = unwrap(await nora.client.rpc("create_request", { workspace: workspace?.id ?? "", draft }));
    return sendRequest(nora, id);
  };
  const anas = { email: ana, name: "Ana Duarte" };
  const tax = await send("Tax return", anas, ["Passport", "Payslips", "Lease"], "2031-03-03");
  await tax.join(await signInByApi(anas));
  await send("Mortgage", { email: joel, name: "" }, ["Savings statement"]);

  // The earliest due date is at the top, and the keys go through the list.
  await page.goto("/people");
  await expect(row(page, "Ana Duarte")).toContainText("3 items left, due Mon 3 Mar 2031");
  await expect(row(page, joel)).toContainText("1 item left, not opened yet");
  await inspectWidths(page, "waiting", testInfo);
  await page.keyboard.press("/");
  await page.keyboard.type("duart");
  await expect(page.getByText("1 person found")).toBeVisible();
  await expect(page).toHaveURL(/\/people\?q=duart$/);
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

  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByLabel("Find or add a tag").fill("Private client");
  await expect(page.getByRole("button", { name: "Add “Private client”" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Tags" })).toContainText("Private client");

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
  await page.getByRole("link", { name: "People" }).first().click();
  await expect(row(page, "Ana Duarte")).toContainText("2 requests, 4 items left");
  await expect(row(page, "Ana Duarte").getByRole("list", { name: "Tags" })).toHaveText("Private client");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(row(page, "Ana Duarte")).toContainText("Never");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Private client" }).click();
  await expect(page).toHaveURL(/[?&]tag=/);
  await expect(page.getByRole("link", { name: /^Waiting on them ?1$/ })).toBeVisible();
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
  expect(head).toContain('"Name","Email","Client","Phone","Other addresses"');
  expect(line).toContain(`"Ana Duarte","${ana}","","","${joel}","Private client"`);
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
