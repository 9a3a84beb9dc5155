import { unzipSync } from "fflate";
import { draftItem } from "@sheaf/contract/request-draft";
import { pages } from "@sheaf/contract/pages";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { tabTo } from "../fixtures/keyboard.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { sendRequest } from "../seed/sent-request.ts";
import { unwrap } from "../seed/unwrap.ts";

test("a search finds requests in every state, which are selected and cancelled by keyboard, downloaded and duplicated together", async ({
  seedRequester,
  signInByApi,
  newAddress,
}, testInfo) => {
  const { context, page, email } = await seedRequester();
  await stubSavePicker(context);
  const nora = await signInByApi({ name: "Nora Okafor", email });
  const [workspace] = unwrap(await nora.client.from("workspaces").select("id"));
  if (!workspace) throw new Error("The requester has a workspace.");
  const create = async (title: string, item: string, name: string) => {
    const recipients = [{ email: newAddress(name.replace(/ .*/, "").toLowerCase()), name }];
    const draft = { title, message: "", due_on: null, recipients, items: [draftItem(item)] };
    return unwrap(await nora.client.rpc("create_request", { workspace: workspace.id, draft }));
  };
  await create("Tax return 2027", "Bank statement, all accounts", "Ana Duarte");
  const grant = await sendRequest(
    nora,
    await create("Student grant", "Bank statement, parents", "Lukas Meier"),
  );
  await grant.join(await signInByApi({ name: "Lukas Meier", email: newAddress("lukas") }));
  await grant.add("Bank statement, parents", await pdf("october.pdf"));
  await sendRequest(nora, await create("Loan extension", "Business bank statements", "Hanna Virtanen"));
  const cancelled = await sendRequest(
    nora,
    await create("Mortgage", "Bank statements, 3 months", "Priya Raman"),
  );
  await cancelled.cancel();
  await sendRequest(nora, await create("Rental contract", "Passport", "Elif Kaya"));

  await page.goto(pages.requests.href());
  await expect(page.getByRole("link", { name: "Loan extension" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("bänk stat");
  await expect(page.getByText("4 results in all states")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "To review 1",
    "Open 1",
    "Drafts 1",
    "Done 1",
  ]);
  await expect(page.locator("mark").first()).toHaveText("Bank");
  await expect(page.getByRole("link", { name: "Rental contract" })).toHaveCount(0);

  for (const name of ["Select Student grant", "Select Mortgage"]) {
    await tabTo(page, page.getByRole("checkbox", { name }));
    await page.keyboard.press("Space");
  }
  const bar = page.getByRole("group", { name: "Selected requests" });
  await expect(bar.getByText("2 selected")).toBeVisible();
  await inspectWidths(page, "searched", testInfo);

  await tabTo(page, bar.getByRole("button", { name: "More acts" }));
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Cancel requests (1)" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Cancel request" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 request cancelled")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Open 1", "Drafts 1", "Done 2"]);
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "To review 1",
    "Open 1",
    "Drafts 1",
    "Done 1",
  ]);

  await page.getByRole("checkbox", { name: "Select all" }).check();
  await bar.getByRole("button", { name: "Download (3)" }).click();
  await expect(page.getByRole("dialog", { name: "Download complete" })).toContainText("1 file");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  const files = unzipSync(await readSaved(page));
  expect(Object.keys(files).filter((path) => !/index|sums|history/.test(path))).toEqual([
    "01 Student grant/01 Bank statement, parents/01 october.pdf",
  ]);
  expect(Object.keys(files)).toContain("03 Mortgage/index.html");

  await bar.getByRole("button", { name: "More acts" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(page.getByText("4 requests duplicated")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("link", { name: /^Drafts 5/ })).toBeVisible();
  await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
  await page.getByText("Select all", { exact: true }).click();
  await expect(bar.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await inspectScreen(page, "list-phone", testInfo);
  const filters = page.getByRole("group", { name: "Narrow the list" });
  await expect(filters).toBeHidden();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await filters.getByRole("button", { name: "Repeats" }).click();
  await expect(page.getByRole("link", { name: /^Drafts 0/ })).toBeVisible();
  await page.reload();
  await expect(filters.getByRole("button", { name: "Repeats" })).toBeVisible();
});

test("an open list shows what others do, without being touched", async ({ seedSentRequest }) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Payslips"] });
  const reads: string[] = [];
  requesterPage.on("request", (request) => {
    const [, read] = /\/rest\/v1\/([^?]+)/.exec(request.url()) ?? [];
    if (read !== undefined && request.method() !== "OPTIONS") reads.push(read);
  });
  await requesterPage.goto(pages.requests.href());
  const row = requesterPage.getByRole("article");
  await expect(row).toContainText("1 missing");
  // Tags and members are read once, in any order with the rest.
  await requesterPage.waitForLoadState("networkidle");
  const since = reads.length;
  const openedAt = Date.now();

  await addFiles(recipientPage, "Payslips", [await pdf("january.pdf")]);
  await expectArrived(recipientPage, "Payslips", "january.pdf");
  await expect(row).toContainText("1 to review");
  await expect(requesterPage.getByRole("link", { name: /^To review 1/ })).toBeVisible();

  // Polling repeats the list's first reads every five seconds.
  const list = ["rpc/list_requests", "rpc/request_counts", "rpc/unread_questions"];
  const again = reads.slice(since);
  const polls = (Date.now() - openedAt) / 5000;
  expect([...new Set(again)].toSorted()).toEqual(list);
  for (const name of list) {
    expect(again.filter((each) => each === name).length).toBeLessThanOrEqual(polls + 1);
  }
});
