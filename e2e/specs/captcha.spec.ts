import { codeIn } from "@sheaf/platform/mailpit-client";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { welcomeHeading } from "../fixtures/sign-in.ts";
import { expect, phone } from "../fixtures/test.ts";
import { test } from "../fixtures/with-captcha.ts";

// The provider's script is the only request beyond this machine, and the test answers it.
test.use({ expectedBrowserErrors: /^third party: https:\/\/challenges\.cloudflare\.com$/ });

/** Replaces the part of the provider's script that the page uses: a button solves the CAPTCHA. */
const script = `
  window.turnstile = {
    render: (place, { sitekey, callback }) => {
      const button = document.createElement("button");
      button.textContent = "Solve " + sitekey;
      button.addEventListener("click", () => callback("solved"));
      place.append(button);
      return "widget";
    },
    remove: () => {},
  };
  window.sheafCaptchaReady();`;

test("a CAPTCHA is asked for before a code is sent, under the page's content security policy", async ({
  openBrowser,
  siteUrl,
  mailbox,
  newAddress,
}, info) => {
  const context = await openBrowser({ ...phone, baseURL: siteUrl });
  await context.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
  const page = await context.newPage();
  const email = newAddress("lea");
  await page.goto("/sign-in");
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you human?" });
  await expect(dialog.getByRole("button", { name: /^Solve 1x0/ })).toBeVisible();
  await inspectScreen(page, "captcha", info);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("We couldn’t verify that you’re human.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);

  await page.getByRole("button", { name: "Send me a code" }).click();
  await dialog.getByRole("button", { name: /^Solve/ }).click();
  const message = await mailbox.nextEmail({ to: email });
  await page.getByLabel("Code, 8 digits").fill(codeIn(message));
  await expect(welcomeHeading(page)).toBeVisible();
});
