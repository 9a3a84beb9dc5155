import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expectVisibleFocus, tabTo } from "../fixtures/keyboard.ts";
import { memberRow } from "../fixtures/members.ts";
import { test } from "../fixtures/on-any-day.ts";
import { desk, expect } from "../fixtures/test.ts";
import { unwrap } from "../seed/unwrap.ts";

// A draft that moves to its own address saves itself on the way; the page there merges its change if it comes second.
test.use({ expectedBrowserErrors: /status of 409/ });
test.beforeEach(() => test.setTimeout(scaled(240_000)));

test("a workspace is run by keyboard alone, from a template to a member's invitation", async ({
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
  unwrap(await nora.client.rpc("invite_member", { workspace, email: idris.email, role: "member" }));
  await post.deliver();
  const invitation = await mailbox.nextEmail({ to: idris.email, seen: [] });
  const token = linkIn(invitation.text, "/join/").split("/join/")[1] ?? "";
  unwrap(await idris.client.rpc("accept_invitation", { token, name: "Idris Lind" }));
  const items = ["Passport", "Payslips"].map((title) => draftItem(title));
  unwrap(
    await nora.client.rpc("create_template", {
      workspace,
      draft: { title: "Tax return", message: "", items },
    }),
  );
  const { keyboard } = page;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const press = async (name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
    await tabTo(page, button(name).first(), key);
    await keyboard.press("Enter");
  };

  // A template becomes the items of a request.
  await page.goto("/requests/new");
  await expectVisibleFocus(page.getByLabel("Title", { exact: true }));
  await keyboard.type("Tax return 2030");
  await tabTo(page, page.getByLabel("Recipients"));
  await keyboard.insertText(`Ana Duarte <${newAddress("ana")}>`);
  await keyboard.press("Enter");
  await press("Add from template");
  const picker = page.getByRole("dialog", { name: "Add from template" });
  // While templates load, Tab would leave the page for the browser's own buttons.
  await expect(picker.getByRole("radio", { name: /^Tax return/ })).toBeVisible();
  await tabTo(page, picker.getByRole("radio", { name: /^Tax return/ }));
  await inspectWidths(page, "picker", testInfo);
  await tabTo(page, picker.getByRole("button", { name: "Add items" }));
  await keyboard.press("Enter");
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("Payslips");
  // The draft is stored by now and has its own address, and its page starts with the heading focused.
  await expect(page.getByRole("heading", { level: 1, name: "Tax return 2030" })).toBeFocused();
  await press("Send request");
  await expect(page.getByRole("region", { name: "People" })).toBeVisible();

  // It is assigned and tagged. Enter comes before the tags are read.
  const settings = page.getByRole("region", { name: "Settings of this request" }).locator("summary");
  await tabTo(page, settings);
  await keyboard.press("Enter");
  await press("Assignee: Nora Okafor");
  await expect(page.getByRole("menuitemradio", { name: "Nora Okafor (you)" })).toBeFocused();
  await keyboard.press("i");
  await expect(page.getByRole("menuitemradio", { name: "Idris Lind" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByText("Assigned to Idris Lind")).toBeVisible();
  await expectVisibleFocus(button("Assignee: Idris Lind"));
  await press("Tag", "Shift+Tab");
  await expectVisibleFocus(page.getByLabel("Find or add a tag"));
  await keyboard.type("Private client");
  await keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Tags" })).toContainText("Private client");
  await expectVisibleFocus(button("Tag"));

  // A person is opened from the list.
  await page.goto("/people");
  await expect(page.getByRole("article", { name: "Ana Duarte" })).toBeVisible();
  await keyboard.press("j");
  await expectVisibleFocus(page.getByRole("link", { name: "Ana Duarte" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ana Duarte", exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: /^Tax return 2030/ }));

  // Sent to many, from the paste to the confirmation.
  await page.goto("/requests/many");
  await expect(page.getByRole("heading", { name: "Which template?" })).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Tax return", exact: true }));
  await keyboard.press("Enter");
  const rows = page.getByLabel("Or paste rows from a spreadsheet");
  await expect(rows).toBeVisible();
  await tabTo(page, rows);
  await keyboard.insertText(
    [
      "Client\tEmail\tPartner",
      `Joel Tamm\t${newAddress("joel")}\tIdris Lind`,
      `Elif Kaya\t${newAddress("elif")}\tMaya`,
    ].join("\n"),
  );
  await press("Use these rows");
  await expect(page.getByRole("heading", { name: "Send to many people" })).toBeFocused();
  await expect(page.getByRole("row", { name: /^Partner/ })).toBeVisible();
  await tabTo(page, page.getByLabel("Use Partner as"));
  await keyboard.type("Ass");
  await expect(page.getByLabel("Use Partner as")).toHaveValue("assignee");
  await expect(page.getByText("Not a member of this workspace")).toBeVisible();
  await inspectWidths(page, "assignee-to-fix", testInfo);
  const partner = page.getByLabel("Assignee, row 3");
  await tabTo(page, partner);
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type("nora okafor");
  await expect(page.getByRole("heading", { name: "2 of 2 ready" })).toBeVisible();
  await expectVisibleFocus(partner);
  await press("Continue with 2");
  await expect(page.getByRole("heading", { name: "Check and send" })).toBeFocused();
  await expect(page.getByText("Idris Lind")).toBeVisible();
  await press("Send 2 requests");
  await expect(page.getByRole("heading", { name: "Sending 2 requests" })).toBeVisible();

  // Enter saves the settings, and the focus stays in them.
  await page.goto("/settings/workspace");
  await expect(page.getByLabel("Workspace name")).toBeVisible();
  await tabTo(page, page.getByLabel("Workspace name"));
  await keyboard.press("Control+A");
  await keyboard.type("Lind & Partners");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change Name.");
  await keyboard.press("Enter");
  await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
  await expectVisibleFocus(page.getByLabel("Workspace name"));
  await keyboard.press("End");
  await keyboard.type("!");
  await press("Discard");
  await expect(page.getByRole("group", { name: "General settings" })).toBeFocused();

  // A member is invited.
  await page.goto("/settings/workspace/members");
  await expect(memberRow(page, "Idris Lind")).toBeVisible();
  await press("Invite");
  const dialog = page.getByRole("dialog");
  await expectVisibleFocus(dialog.getByLabel("Email address"));
  const sam = newAddress("sam");
  await keyboard.type(sam);
  await inspectWidths(page, "invite", testInfo);
  await keyboard.press("Enter");
  await expect(memberRow(page, sam).getByText("Invited", { exact: true })).toBeVisible();
  await expectVisibleFocus(button("Invite"));
});
