import { linkIn } from "../fixtures/email-links.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { inviteByEmail } from "../fixtures/invite-by-email.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A token that stops nothing is a 410.
test.use({ expectedBrowserErrors: /status of 410/ });

test("a link opens with the marks of its sentence, and the page for stopping email says what it did", async ({
  openBrowser,
  signInByApi,
  mailbox,
  newAddress,
}, testInfo) => {
  const email = newAddress("anna");
  await inviteByEmail(await signInByApi({ name: "Nora Okafor", email: newAddress("nora") }), email);
  const { text } = await mailbox.nextEmail({ to: email });
  const [link = "", fragment] = linkIn(text, "/r/").split("#");
  const stop = linkIn(text, "/email/stop/");

  const page = await (await openBrowser(phone)).newPage();
  await page.goto(`${link}#${fragment}`);
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expect(page).toHaveURL(link);
  for (const mark of [".", "%3E", "%E2%80%8B", "”"]) {
    await page.goto(link + mark);
    await expect(page.getByRole("heading", { name: "Tax return 2026" })).toBeVisible();
    await expect(page).toHaveURL(link);
  }
  await page.goto(`${new URL(link).origin}/r/not.a.token`);
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();

  await page.goto(stop.slice(0, -3));
  await page.getByRole("button", { name: "Stop email" }).click();
  await expect(page.getByText("No email was stopped.")).toBeVisible();
  await inspectScreen(page, "nothing-stopped", testInfo);
  await page.goto(`${stop}.`);
  const masked = `${email[0]}…${email.slice(email.indexOf("@"))}`;
  await expect(page.getByText(`Email from Okafor & Lind to ${masked}.`)).toBeVisible();
  await page.getByRole("button", { name: "Stop email" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("You’ll get emails about this request again.")).toBeVisible();
  await inspectScreen(page, "undone", testInfo);
  await page.getByRole("button", { name: "Stop email" }).click();
  await expect(page.getByText("You won’t get any more emails about this request.")).toBeVisible();
  await inspectScreen(page, "stopped", testInfo);
});
