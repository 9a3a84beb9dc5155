import { draftItem } from "@sheaf/contract/request-draft";
import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";
import { type SentRequest, sendRequest } from "../seed/sent-request.ts";
import { unfoldSettings } from "../fixtures/request-panel.ts";
import { unwrap } from "../seed/unwrap.ts";

test.use({
  // A request that a colleague cancelled.
  expectedBrowserErrors: /(409|422) .*close_request/,
});
test.beforeEach(() => test.setTimeout(scaled(240_000)));

const row = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const bar = (page: Page) => page.getByRole("group", { name: "Selected requests" });
const select = async (page: Page, ...titles: string[]) => {
  for (const title of titles) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
};
const rows = (page: Page) => page.getByRole("article").getByRole("heading");

test("colleagues share requests out, tag them and change several at once, and learn which one failed", async ({
  openBrowser,
  seedRequester,
  signInByApi,
  mailbox,
  newAddress,
  post,
  siteUrl,
}, testInfo) => {
  const device = { ...desk, baseURL: siteUrl };
  const { page, email } = await seedRequester({ context: await openBrowser(device), device });
  const nora = await signInByApi({ name: "Nora Okafor", email });
  const [{ id: workspace } = { id: "" }] = unwrap(await nora.client.from("workspaces").select("id"));
  unwrap(await nora.client.rpc("record_proof", { act: "roles" }));
  const idris = await signInByApi({ name: "Idris Lind", email: newAddress("idris") });
  const seen = await mailbox.idsFor(idris.email);
  unwrap(await nora.client.rpc("invite_member", { workspace, email: idris.email, role: "member" }));
  await post.deliver();
  const invitation = await mailbox.nextEmail({ to: idris.email, seen });
  const token = linkIn(invitation.text, "/join/").split("/join/")[1] ?? "";

  const send = async (title: string, name: string): Promise<SentRequest> => {
    const recipient = { email: newAddress(name.replace(/ .*/, "").toLowerCase()), name };
    const draft = {
      title,
      message: "",
      due_on: null,
      recipients: [recipient],
      items: [draftItem("Passport")],
    };
    const id = unwrap(await nora.client.rpc("create_request", { workspace, draft }));
    const sent = await sendRequest(nora, id);
    await sent.join(await signInByApi(recipient));
    return sent;
  };
  await send("Tax return 2024", "Ana Duarte");
  await send("Mortgage, 14 Elm Street", "Joel Tamm");
  const loan = await send("Loan extension", "Hanna Virtanen");

  // Alone in the workspace, Nora can't assign requests.
  await page.goto("/requests");
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Mine" })).toHaveCount(0);
  unwrap(await idris.client.rpc("accept_invitation", { token, name: "Idris Lind" }));
  await page.reload();
  await expect(page.getByRole("button", { name: "Mine" })).toBeVisible();

  // One from its row, two from the bar.
  await row(page, "Loan extension")
    .getByRole("button", { name: /^Assigned to Nora Okafor/ })
    .click();
  const assigning = page.getByRole("dialog");
  await expect(assigning.getByRole("button", { name: "Nora Okafor (you)" })).toBeFocused();
  await inspectWidths(page, "assigning", testInfo);
  await assigning.getByRole("button", { name: "Nobody" }).click();
  await expect(
    row(page, "Loan extension").getByRole("button", { name: "Assign Loan extension", exact: true }),
  ).toBeVisible();
  await select(page, "Tax return 2024", "Loan extension");
  await bar(page).getByRole("button", { name: "Assign" }).click();
  await page
    .getByRole("dialog", { name: "Assign 2 requests" })
    .getByRole("button", { name: "Idris Lind" })
    .click();
  await expect(page.getByText("2 requests assigned to Idris Lind")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 requests changed back")).toBeVisible();
  await expect(
    row(page, "Loan extension").getByRole("button", { name: "Assign Loan extension", exact: true }),
  ).toBeVisible();
  await expect(row(page, "Tax return 2024").getByRole("button", { name: /^Assigned to Nora/ })).toBeVisible();
  await select(page, "Loan extension");
  await bar(page).getByRole("button", { name: "Assign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Idris Lind" }).click();
  await expect(page.getByText("1 request assigned to Idris Lind")).toBeVisible();

  // The address holds the filter.
  await page.getByRole("button", { name: "Mine" }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/assignee=me/);
  await expect(page.getByRole("link", { name: /^Open 2/ })).toBeVisible();
  const colleague = await openBrowser(device);
  await storeSession(colleague, await idris.session(), siteUrl);
  const his = await colleague.newPage();
  await his.goto("/requests?assignee=me");
  await expect(rows(his)).toHaveText(["Loan extension"]);
  await his.close();
  await page.getByRole("button", { name: "Assignee", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Nobody" }).click();
  await expect(page.getByText("No requests match these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(3);

  // A new tag, with only the keyboard.
  await select(page, "Tax return 2024", "Mortgage, 14 Elm Street");
  await bar(page).getByRole("button", { name: "Tag" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Find or add a tag")).toBeFocused();
  await page.keyboard.type("Private client");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 requests tagged “Private client”")).toBeVisible();
  await expect(row(page, "Mortgage").getByRole("list", { name: "Tags" })).toHaveText("Private client");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Private client" }).click();
  await expect(rows(page)).toHaveCount(2);
  await select(page, "Tax return 2024");
  await bar(page).getByRole("button", { name: "Tag" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear the filter Tag: Private client" }).click();
  await expect(rows(page)).toHaveCount(3);

  // One that a colleague cancelled in the meantime.
  await select(page, "Mortgage, 14 Elm Street", "Loan extension");
  unwrap(await idris.client.rpc("cancel_request", { request: loan.id }));
  await bar(page).getByRole("button", { name: "More acts" }).click();
  await page.getByRole("menuitem", { name: "Close requests" }).click();
  await page
    .getByRole("dialog", { name: "Close 2 requests?" })
    .getByRole("button", { name: "Close requests" })
    .click();
  const refused = page.getByRole("dialog", { name: "1 of 2 requests wasn’t closed" });
  await expect(refused.getByRole("listitem")).toHaveText(/^Loan extension/);
  await refused.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("1 request closed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 request reopened")).toBeVisible();
  await expect(rows(page)).toHaveText(["Mortgage, 14 Elm Street", "Tax return 2024"]);
  await page.keyboard.press("Escape");

  // The list is sorted by it, and has a tag or two.
  await expect(page.getByRole("article").first().locator("time")).toBeVisible();

  // On the request itself.
  await page.getByRole("link", { name: "Tax return 2024" }).click();
  await unfoldSettings(page);
  await page.getByRole("button", { name: "Assignee: Nora Okafor" }).click();
  await page.getByRole("menuitemradio", { name: "Idris Lind" }).click();
  await expect(page.getByText("Assigned to Idris Lind", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Idris Lind · kept/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" })).toContainText(
    "You assigned the request to Idris Lind",
  );
  await expect(page.getByRole("button", { name: "Watch" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the tag Private client" }).click();
  await expect(page.getByText("No longer tagged “Private client”")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("list", { name: "Tags" })).toHaveText("Private client");

  // Tags in the settings.
  await page.goto("/settings/workspace/tags");
  await page.getByRole("textbox", { name: "New tag" }).fill("Personal");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveCount(2);
  await inspectWidths(page, "tags", testInfo);
  await page.getByRole("button", { name: "Rename Personal" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename “Personal”" });
  await renaming.getByLabel("Name").fill("private CLIENT");
  await expect(renaming.getByText("The two will be merged")).toBeVisible();
  await inspectWidths(page, "merging", testInfo);
  await renaming.getByRole("button", { name: "Merge" }).click();
  const left = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
  await expect(left).toHaveCount(1);
  await expect(left).toHaveText(/^Private client2 requests/);
  await page.getByRole("button", { name: "Delete Private client" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(left).toHaveCount(0);
});
