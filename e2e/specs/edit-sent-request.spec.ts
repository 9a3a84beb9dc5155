import { scaled } from "@sheaf/testing/scaled";
import { itemRow } from "../fixtures/checklist.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The page of a user who isn't a recipient: joining fails until they are added.
test.use({ expectedBrowserErrors: /404 .*join_request/ });

test("items and words change after sending, and someone with another address asks and is added", async ({
  seedSentRequest,
  openBrowser,
  signInByApi,
  newAddress,
}, testInfo) => {
  test.setTimeout(scaled(150_000));
  const {
    requesterPage: desk,
    recipientPage,
    recipientEmail,
    link,
  } = await seedSentRequest({ items: ["Payslips", "Bank statement"] });
  await desk.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(desk.getByRole("heading", { name: "Edit request" })).toBeVisible();
  await desk.getByLabel("Title", { exact: true }).fill("Tax return 2027");
  await desk.getByLabel("Add an item").fill("Lease");
  await desk.keyboard.press("Enter");
  await desk.getByRole("button", { name: "Edit Payslips" }).click();
  await desk.getByLabel("Instructions").fill("One PDF for each month.");
  await desk.getByRole("button", { name: "Done" }).click();
  await inspectWidths(desk, "edit-sent", testInfo);
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(desk.getByText("Changes saved. Recipients see them marked.")).toBeVisible();
  await expect(desk.getByRole("heading", { name: "Tax return 2027" })).toBeVisible();
  await expect(desk.getByText("added the item")).toBeVisible();

  // Without a reload: the checklist learns of it by polling.
  const item = (name: string) => itemRow(recipientPage, name);
  await expect(item("Lease")).toContainText("Changed");
  await expect(item("Payslips")).toContainText("One PDF for each month.");
  await expect(item("Payslips")).toContainText("Changed");
  await expect(item("Bank statement")).not.toContainText("Changed");
  await expect(recipientPage.getByText("3 items left")).toBeVisible();
  await inspectWidths(recipientPage, "changed", testInfo);

  const people = desk.getByRole("region", { name: "People" });
  const petra = await signInByApi({ name: "Petra Sanz", email: newAddress("petra") });
  const petraPage = await (await openBrowser(phone)).newPage();
  await storeSession(petraPage.context(), await petra.session());
  await petraPage.goto(link);
  await expect(petraPage.getByRole("button", { name: "Ask to be added" })).toBeVisible();
  await inspectWidths(petraPage, "other-address", testInfo);
  await petraPage.getByRole("button", { name: "Ask to be added" }).click();
  await expect(petraPage.getByText("The checklist opens here as soon as they do.")).toBeVisible();
  await desk.reload();
  await expect(people.getByRole("button", { name: `Add ${petra.email}` })).toBeVisible();
  await inspectWidths(desk, "people", testInfo);
  await people.getByRole("button", { name: `Add ${petra.email}` }).click();
  // Without a press or a reload.
  await expect(petraPage.getByText("3 items left")).toBeVisible({ timeout: scaled(30_000) });

  await people.getByRole("button", { name: `Options for ${recipientEmail}` }).click();
  await desk.getByRole("menuitem", { name: "Remove" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(people).not.toContainText(recipientEmail);
  await expect(recipientPage.getByText("You can’t open this request any more")).toBeVisible();
});
