import type { Page } from "@playwright/test";
import { codeIn, type mailpitClient } from "@sheaf/platform/mailpit-client";
import { addAuthenticator } from "../fixtures/authenticator.ts";
import { expectKeyboardAt, tabTo } from "../fixtures/keyboard.ts";
import { newRequester } from "../fixtures/people.ts";
import { desk, expect, test } from "../fixtures/test.ts";

// The browser notes a refused password as an error.
test.use({ expectedTrouble: /status of (400|401|403|422)/ });

type Mailbox = ReturnType<typeof mailpitClient>;

const password = "four quiet words here";

/** Somebody who uses the keyboard and nothing else, and what they come upon again and again. */
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
    typeCodeFromMail: async () => {
      const seen = await mailbox.idsFor(address);
      await keyboard.press("Enter");
      await expectKeyboardAt(codeField);
      await keyboard.type(codeIn(await mailbox.nextMail({ to: address, seen })));
    },
    choosePassword: async () => {
      await keyboard.type(address);
      await tabTo(page, page.getByRole("button", { name: "Use a password instead" }));
      await keyboard.press("Enter");
      await expectKeyboardAt(passwordField);
    },
    signOut: async (key: "Tab" | "Shift+Tab") => {
      await tabTo(page, page.getByRole("button", { name: "Kim Lind" }), key);
      await keyboard.press("Enter");
      await keyboard.press("End");
      await expect(page.getByRole("menuitem", { name: "Sign out", exact: true })).toBeFocused();
      await keyboard.press("Enter");
      await expect(page.getByText("You are signed out on this device.")).toBeVisible();
      await expectKeyboardAt(emailField);
    },
  };
}

test("the keyboard alone signs up from the landing page, and signs in by code with a second factor", async ({
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
  await tabTo(page, page.getByRole("link", { name: "Make a request" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Sign up");
  await expectKeyboardAt(emailField);
  await keyboard.type(address);
  await kim.typeCodeFromMail();
  await expectKeyboardAt(page.getByLabel("Your name"));
  await keyboard.type("Kim Lind");
  await tabTo(page, page.getByLabel("Name of your workspace"));
  await keyboard.type("Lind");
  await keyboard.press("Enter");
  await expectKeyboardAt(page.getByLabel("What is it for?"));

  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");
  await page.goto("/settings/profile");
  await expect(heading).toBeVisible();
  await kim.signOut("Tab");

  // A mistake first, then another address.
  await keyboard.type("kim@");
  await keyboard.press("Enter");
  await expect(emailField).toHaveAttribute("aria-invalid", "true");
  await expectKeyboardAt(emailField);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(newAddress("typo"));
  await keyboard.press("Enter");
  await expectKeyboardAt(codeField);
  await tabTo(page, page.getByRole("button", { name: "Use another address" }));
  await keyboard.press("Enter");
  await expectKeyboardAt(emailField);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(address);
  await kim.typeCodeFromMail();
  await expectKeyboardAt(factorField);
  await keyboard.type(app.code() === "000000" ? "111111" : "000000");
  await expect(page.getByText("That code is not the right one.", { exact: false })).toBeVisible();
  await expectKeyboardAt(factorField);
  await keyboard.type(app.code());
  await expect(heading).toHaveText("Requests");
});

test("the keyboard alone resets a forgotten password past the second factor, and signs in with the new one", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const address = newAddress("kim");
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email: address, name: "Kim Lind", workspace: "Lind" });
  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");
  const { keyboard } = page;
  const { emailField, factorField, passwordField, heading, ...kim } = byKeyboard(page, mailbox, address);
  await page.goto("/settings/profile");
  await expect(heading).toBeVisible();
  await kim.signOut("Tab");

  await kim.choosePassword();
  await keyboard.type("a guess");
  await keyboard.press("Enter");
  await expect(
    page.getByText("That email and password do not belong together.", { exact: false }),
  ).toBeVisible();
  await expectKeyboardAt(passwordField);
  await tabTo(page, page.getByRole("link", { name: "Forgot your password?" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Choose a new password");
  await expectKeyboardAt(emailField);
  await expect(emailField).toHaveValue(address);
  await kim.typeCodeFromMail();
  await expectKeyboardAt(factorField);
  await keyboard.type(app.code());
  const newPassword = page.getByLabel("New password");
  await expectKeyboardAt(newPassword);
  await keyboard.type("short");
  await keyboard.press("Enter");
  await expect(newPassword).toHaveAttribute("aria-invalid", "true");
  await expectKeyboardAt(newPassword);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(password);
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Continue" }));
  await keyboard.press("Enter");
  await expect(heading).toHaveText("Requests");
  // The keyboard stands at the heading of the page that it came to.
  await kim.signOut("Shift+Tab");

  await kim.choosePassword();
  await keyboard.type(password);
  await tabTo(page, page.getByRole("button", { name: "Show password" }));
  await keyboard.press("Space");
  await expect(passwordField).toHaveAttribute("type", "text");
  await tabTo(page, page.getByRole("button", { name: "Sign in" }));
  await keyboard.press("Enter");
  await expectKeyboardAt(factorField);
  await keyboard.type(app.code());
  await expect(heading).toHaveText("Requests");
});
