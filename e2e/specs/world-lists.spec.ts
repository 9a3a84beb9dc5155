import type { Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";
import { worldFile } from "../fixtures/world/world-file.ts";
import { unwrap } from "../seed/unwrap.ts";
import type { Document } from "../fixtures/documents.ts";

const excel = (name: string) =>
  worldFile(name, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");

const choose = (page: Page, list: Document) => page.getByLabel("List of people").setInputFiles(list);

test("lists are read as the program that wrote them shows them", async ({
  openBrowser,
  signInByApi,
  newAddress,
}, testInfo) => {
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const workspace = unwrap(
    await nora.client.rpc("create_workspace", { name: "Okafor & Lind", display_name: nora.name }),
  );
  const draft = { title: "Tax return", items: [draftItem("Passport")] };
  unwrap(await nora.client.rpc("create_template", { workspace, draft }));
  const context = await openBrowser(desk);
  await storeSession(context, await nora.session());
  const page = await context.newPage();
  await page.goto("/requests/many");
  await page.getByRole("link", { name: "Tax return" }).click();

  const cut = excel("x1-no-addresses.xlsx");
  await choose(page, { ...cut, buffer: cut.buffer.subarray(0, cut.buffer.length / 2) });
  await expect(page.getByRole("alert").filter({ hasText: cut.name })).toContainText(
    "We can’t read this Excel file. Open it in Excel and save it again as .xlsx, or copy the rows and paste them here.",
  );

  await page.getByLabel("Or paste rows from a spreadsheet").fill("Name\tEmail\nAna\tana@duarte.example\n");
  await page.getByRole("button", { name: "Use these rows" }).click();
  await expect(page.getByRole("heading", { name: "1 of 1 ready" })).toBeVisible();

  await choose(page, worldFile("n1-two-columns.csv", "text/csv"));
  await expect(page.getByText("2 rows, 2 columns, read in this browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 of 2 ready" })).toBeVisible();

  await choose(page, worldFile("l1-untidy.csv", "text/csv"));
  await expect(page.getByText("4 rows, 3 columns, read in this browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: "3 of 4 ready" })).toBeVisible();
  await expect(page.getByText('Jürgen Groß, Ana "Annie" Duarte')).toBeVisible();
  await expect(page.getByText("A formula error")).toBeVisible();

  await choose(page, excel("x1-no-addresses.xlsx"));
  await expect(page.getByText("Sheet “Contacts”, 3 rows, 2 columns, read in this browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: "3 of 3 ready" })).toBeVisible();

  await choose(page, excel("x2-filtered.xlsx"));
  await expect(page.getByRole("heading", { name: "2 of 2 ready" })).toBeVisible();
  await expect(page.getByText("28 hidden rows are left out.")).toBeVisible();
  await inspectWidths(page, "hidden", testInfo);
  await page.getByRole("button", { name: "Include them" }).click();
  await expect(page.getByRole("heading", { name: "30 of 30 ready" })).toBeVisible();
  await page.getByRole("button", { name: "Leave them out" }).click();
  await expect(page.getByRole("heading", { name: "2 of 2 ready" })).toBeVisible();

  await choose(page, excel("sheets.xlsx"));
  await expect(page.getByText("Sheet “Clients 2026”, 1 row, 2 columns, read in this browser")).toBeVisible();
  const sheet = page.getByRole("combobox", { name: "Sheet" });
  await expect(sheet.getByRole("option")).toHaveText(["Clients 2026", "Partners"]);
  await inspectWidths(page, "sheets", testInfo);
  await sheet.focus();
  await sheet.selectOption("Partners");
  await expect(page.getByText("Sheet “Partners”, 2 rows, 2 columns, read in this browser")).toBeVisible();
  await expect(sheet).toBeFocused();
});
