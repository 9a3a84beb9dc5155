import type { Page } from "@playwright/test";
import { codeIn } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { invite, memberRow } from "../fixtures/members.ts";
import { test } from "../fixtures/on-any-day.ts";
import { requestsHeading } from "../fixtures/sign-in.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";
import { sendRequestInBrowser } from "../fixtures/write-request.ts";
import { unwrap } from "../seed/unwrap.ts";

test.use({
  // The last owner steps down; a list is read after its reader was removed.
  expectedBrowserErrors:
    /409 .*set_member_role|404 .*(list_requests|request_counts|workspace_tags|workspace_members)/,
});
test.beforeEach(() => test.setTimeout(scaled(240_000)));

const workspaceOf = (page: Page) => new URL(page.url()).searchParams.get("workspace");

test("three colleagues share a workspace, one has another, one leaves, and an invitation works only for its address", async ({
  openBrowser,
  seedRequester,
  signInByApi,
  mailbox,
  newAddress,
  post,
  siteUrl,
}, testInfo) => {
  const device = { ...desk, baseURL: siteUrl };
  const { page: nora } = await seedRequester({ context: await openBrowser(device), device });
  const [samAddress, idrisAddress, kim] = [newAddress("sam"), newAddress("idris"), newAddress("kim")];
  await nora.goto("/settings/workspace/members");
  await invite(nora, samAddress, "Member");
  await invite(nora, idrisAddress, "Admin");
  await invite(nora, kim, "Member");
  await post.deliver();
  const linkOf = async (email: string) => {
    const invitation = await mailbox.nextEmail({ to: email, seen: [] });
    expect(invitation.subject).toBe("Nora Okafor invites you to Okafor & Lind");
    return linkIn(invitation.text, "/join/");
  };

  const sam = await (await openBrowser(device)).newPage();
  await test.step("one joins by the link in the email", async () => {
    await sam.goto(await linkOf(samAddress));
    await expect(sam.getByRole("heading", { name: "Join Okafor & Lind" })).toBeVisible();
    await expect(sam.getByLabel("Your email")).toHaveValue(samAddress);
    await inspectWidths(sam, "join", testInfo);
    const seen = await mailbox.idsFor(samAddress);
    await sam.getByRole("button", { name: "Send me a code" }).click();
    await expect(sam.getByRole("heading", { name: "Check your email", level: 2 })).toBeVisible();
    await sam.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextEmail({ to: samAddress, seen })));
    await sam.getByRole("button", { name: "Join Okafor & Lind" }).click();
    await expect(sam.getByText("Enter your name.")).toBeVisible();
    await sam.getByLabel("Your name").fill("Sam Osei");
    await inspectWidths(sam, "name", testInfo);
    await sam.getByRole("button", { name: "Join Okafor & Lind" }).click();
    await expect(requestsHeading(sam)).toBeVisible();
  });
  const idris = await test.step("one by API", async () => {
    const token = (await linkOf(idrisAddress)).split("/join/")[1] ?? "";
    const person = await signInByApi({ name: "Idris Lind", email: idrisAddress });
    unwrap(await person.client.rpc("accept_invitation", { token, name: person.name }));
    const context = await openBrowser(device);
    await storeSession(context, await person.session(), siteUrl);
    return context.newPage();
  });

  await nora.reload();
  await expect(memberRow(nora, "Sam Osei").getByText(samAddress)).toBeVisible();
  await expect(memberRow(nora, "Idris Lind").getByRole("combobox")).toHaveValue("admin");
  await inspectWidths(nora, "members", testInfo);
  for (const [role, text] of [
    ["Member", "Idris Lind is now a member."],
    ["Admin", "Idris Lind is now an admin."],
  ] as const) {
    await memberRow(nora, "Idris Lind").getByRole("combobox").selectOption(role);
    await nora.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
    await expect(nora.getByText(text)).toBeVisible();
  }

  // A colleague's link shows its workspace, whichever one is open.
  await sendRequestInBrowser(nora, {
    title: "Tax return 2026",
    recipients: [newAddress("anna")],
    items: ["Payslips"],
  });
  const requestUrl = nora.url();
  await sam.getByRole("link", { name: "Settings" }).click();
  await sam.getByRole("link", { name: "Members & security" }).click();
  await expect(memberRow(sam, "Nora Okafor")).toBeVisible();
  await expect(sam.getByRole("button", { name: "Invite" })).toBeHidden();
  await sam.getByRole("button", { name: /^Account of/ }).click();
  await sam.getByRole("menuitem", { name: "New workspace" }).click();
  await sam.getByLabel("Workspace name").fill("Osei Advisory");
  await sam.getByRole("button", { name: "Create workspace" }).click();
  await expect(sam.getByRole("button", { name: "Workspace: Osei Advisory" })).toBeVisible();
  await expect(sam.getByText("No open requests")).toBeVisible();
  const own = workspaceOf(sam);
  expect(own).not.toBeNull();
  await sam.goto(requestUrl);
  await expect(sam.getByRole("heading", { name: "Tax return 2026" })).toBeVisible();
  await expect(sam.getByRole("button", { name: "Workspace: Okafor & Lind" })).toBeVisible();
  await sam
    .getByRole("link", { name: /^Requests/ })
    .first()
    .click();
  await expect(sam.getByRole("link", { name: "Tax return 2026" })).toBeVisible();
  const shared = workspaceOf(sam);
  expect(shared).not.toBe(own);
  await sam.getByRole("button", { name: "Workspace: Okafor & Lind" }).click();
  await inspectWidths(sam, "switcher", testInfo);
  await sam.getByRole("menuitemradio", { name: "Osei Advisory" }).click();
  await expect(sam.getByText("No open requests")).toBeVisible();
  await sam.goBack();
  await expect(sam.getByRole("link", { name: "Tax return 2026" })).toBeVisible();

  // In another tab the switcher already shows the workspace that he is about to lose.
  const late = await sam.context().newPage();
  await late.goto(`/requests?workspace=${own}`);
  await late.getByRole("button", { name: "Workspace: Osei Advisory" }).click();
  await expect(late.getByRole("menuitemradio", { name: "Okafor & Lind" })).toBeVisible();

  // Removed while the list is open, he is told so by the next poll.
  await nora.goto("/settings/workspace/members");
  await memberRow(nora, "Sam Osei").getByRole("button", { name: "Options for Sam Osei" }).click();
  await nora.getByRole("menuitem", { name: "Remove" }).click();
  await nora.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(nora.getByText("Sam Osei has been removed.")).toBeVisible();
  await expect(memberRow(nora, "Sam Osei")).toHaveCount(0);
  await expect(nora.getByRole("group", { name: "Members and invitations" })).toBeFocused();
  await expect(sam.getByText("You’re no longer a member of Okafor & Lind.")).toBeVisible();
  await expect(sam.getByText("You’re not a member of this workspace.")).toBeVisible();
  await inspectScreen(sam, "not-a-member", testInfo);
  await sam.getByRole("link", { name: "Go to your requests" }).click();
  await expect(sam.getByText("No open requests")).toBeVisible();
  await late.getByRole("menuitemradio", { name: "Okafor & Lind" }).click();
  await expect(late.getByText("You’re not a member of this workspace.")).toBeVisible();
  await late.getByRole("link", { name: "Go to your requests" }).click();
  await expect(late.getByText("No open requests")).toBeVisible();
  await sam.goto(requestUrl);
  await expect(sam.getByText(/doesn’t exist, or you don’t have access/)).toBeVisible();

  await idris.goto("/settings/workspace/members");
  await expect(memberRow(idris, "Nora Okafor").getByRole("combobox")).toHaveCount(0);
  await idris.getByRole("link", { name: "Danger" }).click();
  await idris.getByRole("button", { name: "Leave Okafor & Lind" }).click();
  await idris.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(idris.getByRole("heading", { name: "Set up your workspace" })).toBeVisible();

  await test.step("the invitation of another address names it, until it is cancelled", async () => {
    await idris.goto(await linkOf(kim));
    await expect(idris.getByText(`This invitation is for ${kim}.`)).toBeVisible();
    await inspectWidths(idris, "other-account", testInfo);
    await idris.getByRole("button", { name: `Sign in as ${kim}` }).click();
    await expect(idris.getByLabel("Your email")).toHaveValue(kim);
    await memberRow(nora, kim)
      .getByRole("button", { name: `Cancel the invitation to ${kim}` })
      .click();
    await expect(memberRow(nora, kim)).toHaveCount(0);
    await idris.reload();
    await expect(idris.getByRole("heading", { name: "This invitation doesn’t work" })).toBeVisible();
  });
});

test("the only owner changes the name, reminders and reasons, and deletes the workspace", async ({
  openBrowser,
  seedRequester,
  siteUrl,
}, testInfo) => {
  const device = { ...desk, baseURL: siteUrl };
  const { page } = await seedRequester({ context: await openBrowser(device), device });
  await page.goto("/settings/workspace");
  const name = page.getByLabel("Workspace name");
  await name.fill(" ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a workspace name.")).toBeVisible();
  await name.fill("Lind & Partners");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();

  const settings = page.getByRole("navigation", { name: "Settings" });
  await settings.getByRole("link", { name: "Members & security" }).click();
  await memberRow(page, "Nora Okafor").getByRole("combobox").selectOption("Admin");
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  await expect(page.getByText(/A workspace needs an owner/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(memberRow(page, "Nora Okafor").getByRole("combobox")).toHaveValue("owner");

  await settings.getByRole("link", { name: "Email" }).click();
  const reminders = page.getByRole("region", { name: "Reminders" });
  await reminders.getByLabel("Before the due date").selectOption("7 and 2 days before");
  await reminders.getByLabel("After the due date").selectOption("Every 5 days");
  await reminders.getByLabel("At most").selectOption("4 reminders");
  await expect(reminders.getByRole("listitem")).toHaveText([
    "7 days before",
    "2 days before",
    "Due date, no reminder",
    "5 days after",
    "10 days after",
  ]);
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expect(page.getByText("2 changes Reminders and time zone.")).toBeVisible();
  await inspectWidths(page, "reminders", testInfo);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved for new requests.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");

  await settings.getByRole("link", { name: "Requests" }).click();
  const reasons = page.getByRole("region", { name: "Saved reasons" });
  await reasons.getByLabel("New reason").fill("Page 2 is cut off. Please send the whole page.");
  await page.keyboard.press("Enter");
  await expect(reasons.getByRole("listitem")).toHaveText(/^Page 2 is cut off/);
  await reasons.getByLabel("New reason").fill("Too dark.");
  await page.keyboard.press("Enter");
  await expect(reasons.getByRole("listitem")).toHaveCount(2);
  await reasons.getByRole("button", { name: "Remove “Too dark.”" }).click();
  await expect(reasons.getByRole("listitem")).toHaveCount(1);

  await settings.getByRole("link", { name: "Danger" }).click();
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Lind");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(dialog.getByText("That isn’t the name of this workspace.")).toBeVisible();
  await inspectWidths(page, "delete", testInfo);
  await dialog.getByRole("textbox").fill("lind & partners");
  await dialog.getByRole("button", { name: "Delete workspace" }).click();
  await expect(page.getByRole("heading", { name: "Set up your workspace" })).toBeVisible();
});
