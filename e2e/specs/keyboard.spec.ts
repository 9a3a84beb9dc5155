import type { Page } from "@playwright/test";
import { codeIn, type mailpitClient } from "@sheaf/platform/mailpit-client";
import { addAuthenticator } from "../fixtures/authenticator.ts";
import { expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expectVisibleFocus, tabTo } from "../fixtures/keyboard.ts";
import { desk, expect, test } from "../fixtures/test.ts";
import { unwrap } from "../seed/unwrap.ts";

// The browser logs a rejected password as an error.
test.use({ expectedBrowserErrors: /status of (400|401|403|422)/ });

type Mailbox = ReturnType<typeof mailpitClient>;

const password = "four quiet words here";

/** Fields and steps for a user who uses only the keyboard. */
function byKeyboard(page: Page, mailbox: Mailbox, address: string) {
  const { keyboard } = page;
  const emailField = page.getByLabel("Your email");
  const codeField = page.getByLabel("Code, 8 digits");
  const factorField = page.getByLabel("Code, 6 digits");
  const passwordField = page.getByLabel("Password", { exact: true });
  return {
    emailField,
    codeField,
    factorField,
    passwordField,
    heading: page.getByRole("heading", { level: 1 }),
    typeCodeFromEmail: async () => {
      const seen = await mailbox.idsFor(address);
      await keyboard.press("Enter");
      await expectVisibleFocus(codeField);
      await keyboard.type(codeIn(await mailbox.nextEmail({ to: address, seen })));
    },
    choosePassword: async () => {
      await keyboard.type(address);
      await tabTo(page, page.getByRole("button", { name: "Use a password instead" }));
      await keyboard.press("Enter");
      await expectVisibleFocus(passwordField);
    },
    signOut: async (key: "Tab" | "Shift+Tab") => {
      await tabTo(page, page.getByRole("button", { name: "Kim Lind" }), key);
      await keyboard.press("Enter");
      await keyboard.press("End");
      await expect(page.getByRole("menuitem", { name: "Sign out", exact: true })).toBeFocused();
      await keyboard.press("Enter");
      await expect(page.getByText("You’re signed out on this device.")).toBeVisible();
      await expectVisibleFocus(emailField);
    },
  };
}

test("signing up from the landing page and signing in with a second factor work by keyboard alone", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const address = newAddress("kim");
  const page = await (await openBrowser(desk)).newPage();
  const { keyboard } = page;
  const { emailField, codeField, factorField, heading, ...kim } = byKeyboard(page, mailbox, address);
  await page.goto("/");
  await expect(heading).toBeVisible();
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Ask for documents" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Sign up");
  await expectVisibleFocus(emailField);
  await keyboard.type(address);
  await kim.typeCodeFromEmail();
  await expectVisibleFocus(page.getByLabel("Your name"));
  await keyboard.type("Kim Lind");
  await tabTo(page, page.getByLabel("Workspace name"));
  await keyboard.type("Lind");
  await keyboard.press("Enter");
  await expectVisibleFocus(page.getByLabel("Title", { exact: true }));

  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");
  await page.goto("/settings/profile");
  await expect(heading).toBeVisible();
  await kim.signOut("Tab");

  // First an invalid address, then a mistyped one.
  await keyboard.type("kim@");
  await keyboard.press("Enter");
  await expect(emailField).toHaveAttribute("aria-invalid", "true");
  await expectVisibleFocus(emailField);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(newAddress("typo"));
  await keyboard.press("Enter");
  await expectVisibleFocus(codeField);
  await tabTo(page, page.getByRole("button", { name: "Use another address" }));
  await keyboard.press("Enter");
  await expectVisibleFocus(emailField);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(address);
  await kim.typeCodeFromEmail();
  await expectVisibleFocus(factorField);
  await keyboard.type(app.code() === "000000" ? "111111" : "000000");
  await expect(page.getByText("That code isn’t correct.", { exact: false })).toBeVisible();
  await expectVisibleFocus(factorField);
  await keyboard.type(app.code());
  await expect(heading).toHaveText("Requests");
});

test("resetting a password with a second factor and signing in with it work by keyboard alone", async ({
  openBrowser,
  mailbox,
  newAddress,
  signInByApi,
}) => {
  const address = newAddress("kim");
  const { client, addAuthenticator } = await signInByApi({ name: "Kim Lind", email: address });
  unwrap(await client.rpc("create_workspace", { name: "Lind", display_name: "Kim Lind" }));
  const app = await addAuthenticator("Phone");
  const page = await (await openBrowser(desk)).newPage();
  const { keyboard } = page;
  const { emailField, factorField, passwordField, heading, ...kim } = byKeyboard(page, mailbox, address);
  await page.goto("/sign-in");
  await expectVisibleFocus(emailField);

  await kim.choosePassword();
  await keyboard.type("a guess");
  await keyboard.press("Enter");
  await expect(page.getByText("Incorrect email or password.", { exact: false })).toBeVisible();
  await expectVisibleFocus(passwordField);
  await tabTo(page, page.getByRole("link", { name: "Forgot your password?" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Choose a new password");
  await expectVisibleFocus(emailField);
  await expect(emailField).toHaveValue(address);
  await kim.typeCodeFromEmail();
  await expectVisibleFocus(factorField);
  await keyboard.type(app.code());
  const newPassword = page.getByLabel("New password");
  await expectVisibleFocus(newPassword);
  await keyboard.type("short");
  await keyboard.press("Enter");
  await expect(newPassword).toHaveAttribute("aria-invalid", "true");
  await expectVisibleFocus(newPassword);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(password);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Continue" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Requests");
  // Focus is on the page heading, which comes after the account menu.
  await kim.signOut("Shift+Tab");

  await kim.choosePassword();
  await keyboard.type(password);
  await tabTo(page, page.getByRole("button", { name: "Show password" }));
  await keyboard.press("Space");
  await expect(passwordField).toHaveAttribute("type", "text");
  await tabTo(page, page.getByRole("button", { name: "Sign in" }));
  await keyboard.press("Enter");
  await expectVisibleFocus(factorField);
  await keyboard.type(app.code());
  await expect(heading).toHaveText("Requests");
});

test("a recipient opens a link, skips to the content and sends a file by keyboard alone", async ({
  openBrowser,
  mailbox,
  seedSentRequest,
}) => {
  const { link, recipientEmail } = await seedSentRequest({
    items: ["Passport", "Payslips"],
    only: "requester",
  });
  const page = await (await openBrowser(desk)).newPage();
  const { keyboard } = page;
  const { emailField, ...anna } = byKeyboard(page, mailbox, recipientEmail);
  await page.goto(link);
  await expect(emailField).toBeVisible();
  await keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expectVisibleFocus(skip);
  await keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, emailField);
  await keyboard.type(recipientEmail);
  await anna.typeCodeFromEmail();
  await expect(page.getByText("2 items left")).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Choose files for Passport" }));
  const choosing = page.waitForEvent("filechooser");
  await keyboard.press("Enter");
  await (await choosing).setFiles([await pdf("passport.pdf")]);
  await expectArrived(page, "Passport", "passport.pdf");
  await expect(page.getByText("1 item left")).toBeVisible();
});
