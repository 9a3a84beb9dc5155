import { AxeBuilder } from "@axe-core/playwright";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { addAuthenticator } from "../fixtures/authenticator.ts";
import { newRequester, signInWithCode } from "../fixtures/people.ts";
import {
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const password = "four quiet words here";

test("a provider signs somebody in, and the page remembers which; refused there, it says so", async ({
  openBrowser,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  const leave = () => page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.goto("/sign-in");
  await leave();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page).toHaveURL(/\/link-problem\?code=access_denied&type=provider/);
  await expect(page.getByRole("heading", { name: "The sign-in did not work" })).toBeVisible();

  await page.getByRole("link", { name: "Start again" }).click();
  await leave();
  await page.getByLabel("Email", { exact: true }).fill(newAddress("lea"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Your name")).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Last time you continued with Local account here.")).toBeVisible();
});

test("a provider that vouches for the address of an account leads into that account, and is listed there", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("nora");
  await newRequester({
    context: await openBrowser(desk),
    mailbox,
    email,
    name: "Nora Okafor",
    workspace: "Okafor",
  });

  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  const callback = page.waitForResponse((response) => new URL(response.url()).pathname === "/auth/callback");
  await page.getByRole("button", { name: "Continue" }).click();
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(page.getByRole("list", { name: "Your address" })).toContainText(email);
  const card = page.getByRole("region", { name: "Linked accounts" });
  await expect(card.getByRole("button", { name: "Remove Local account" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("Okafor", { exact: true })).toBeVisible();
});

test("an account that a provider made takes a password by way of a forgotten one", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("lea");
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Your name")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out on this device.")).toBeVisible();

  await page.goto("/forgot-password");
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextMail({ to: email })));
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your name")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const [width, device] of Object.entries({ phone, desk })) {
    test(`the doors stand ${colorScheme} on a ${width}, and axe finds nothing on them`, async ({
      openBrowser,
    }, info) => {
      const page = await (await openBrowser({ ...device, colorScheme })).newPage();
      for (const path of ["/sign-in", "/sign-up", "/forgot-password"]) {
        await page.goto(path);
        await expect(page.getByLabel("Your email")).toBeVisible();
        if (path !== "/forgot-password") {
          await expect(page.getByRole("group", { name: "Other ways to sign in" })).toBeVisible();
        }
        if (path === "/sign-in") await page.getByRole("button", { name: "Use a password instead" }).click();
        await page.screenshot({ path: info.outputPath(`${path.slice(1)}.png`) });
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      }
    });

    test(`a reset that is opened elsewhere stands ${colorScheme} on a ${width} at every step, and axe finds nothing`, async ({
      openBrowser,
      mailbox,
      newAddress,
    }, info) => {
      const email = newAddress("mats");
      const before = await (await openBrowser(desk)).newPage();
      await before.goto("/sign-in?next=%2Fsettings%2Fsecurity");
      await signInWithCode(before, mailbox, email);
      const app = await addAuthenticator(before, "Phone");
      const seen = await mailbox.idsFor(email);
      const asking = await (await openBrowser(desk)).newPage();
      await asking.goto("/forgot-password");
      await asking.getByLabel("Your email").fill(email);
      await asking.getByRole("button", { name: "Send me a code" }).click();
      const link = confirmLinkIn(await mailbox.nextMail({ to: email, seen }));

      const page = await (await openBrowser({ ...device, colorScheme })).newPage();
      const stands = async (step: string) => {
        await page.screenshot({ path: info.outputPath(`${step}.png`) });
        expect((await new AxeBuilder({ page }).analyze()).violations, step).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${step} scrolls sideways`).toBeLessThanOrEqual(0);
      };
      await page.goto(link);
      await page.getByRole("button").click();
      await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
      await stands("signed-in-as");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByLabel("Code, 6 digits")).toBeVisible();
      await stands("mfa");
      await page.getByLabel("Code, 6 digits").fill(app.code());
      await expect(page.getByLabel("New password")).toBeVisible();
      await stands("reset-password");
      await page.getByLabel("New password").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
      await stands("reset-done");
    });
  }
}
