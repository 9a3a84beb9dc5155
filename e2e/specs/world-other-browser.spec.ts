import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { inviteByEmail } from "../fixtures/invite-by-email.ts";
import { submitAddress } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("the button in the email with the code leads to the request in a browser that never saw its link", async ({
  openBrowser,
  signInByApi,
  mailbox,
  newAddress,
}, testInfo) => {
  const email = newAddress("anna");
  await inviteByEmail(await signInByApi({ name: "Nora Okafor", email: newAddress("nora") }), email);
  const invitation = await mailbox.nextEmail({ to: email });

  const page = await (await openBrowser(phone)).newPage();
  await page.goto(linkIn(invitation.text, "/r/"));
  const code = await submitAddress(page, mailbox, email);

  const other = await (await openBrowser(phone)).newPage();
  await other.goto(confirmLinkIn(code));
  await other.getByRole("button", { name: "Confirm email" }).click();
  await expect(other.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByRole("heading", { name: "Tax return 2026" })).toBeVisible();
  await inspectWidths(other, "unopened", testInfo);
  await other.getByRole("button", { name: "Open Tax return 2026" }).click();
  await expect(other.getByText("1 item left")).toBeVisible();
  await other.goto("/inbox");
  await expect(other.getByRole("link", { name: /Tax return 2026/ })).toBeVisible();
});
