import type { Page } from "@playwright/test";
import { expectEvents } from "../fixtures/auth-events.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { signInWithCode, signOut } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test.use({ expectedBrowserErrors: /ERR_INTERNET_DISCONNECTED/ });

/** Delays every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Text, focus, selection and position of the address field, to detect any change that a user would notice. */
function fieldState(page: Page) {
  return page.getByLabel("Your email").evaluate((field: HTMLInputElement) => ({
    value: field.value,
    focused: document.activeElement === field,
    // Email fields don't expose their selection; the document does.
    selected: getSelection()?.toString(),
    place: JSON.stringify(field.getBoundingClientRect()),
    button: JSON.stringify(document.querySelector("form button[type=submit]")?.getBoundingClientRect()),
  }));
}

test("what is typed or sent before the scripts load stays in the form, on a phone and a desk", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  for (const [width, device] of Object.entries({ phone, desk })) {
    await test.step(width, async () => {
      const address = newAddress(`early-${width}`);
      const page = await (await openBrowser(device)).newPage();
      const release = await holdScripts(page);
      const documents: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "document") documents.push(`${request.method()} ${request.url()}`);
      });
      const path = "/sign-in?next=%2Finbox&reason=session-ended";
      await page.goto(path, { waitUntil: "commit" });
      const field = page.getByLabel("Your email");
      const sendButton = page.getByRole("button", { name: "Send me a code" });
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await expect(field).toBeFocused();
      await page.keyboard.type(address);
      await page.keyboard.press("Enter");
      await expect(sendButton).toBeDisabled();
      await sendButton.click({ force: true });
      expect(documents).toHaveLength(1);
      expect(page.url()).toMatch(/reason=session-ended$/);
      await field.focus();
      await page.keyboard.press("End");
      await page.keyboard.press("Shift+Home");
      const before = await fieldState(page);
      expect(before).toMatchObject({ value: address, focused: true });

      release();
      await expect(page.getByText(/^Your session has ended/)).toBeVisible();
      expect(await fieldState(page)).toEqual(before);
      // The selection is kept: the next key replaces it.
      await page.keyboard.type("x");
      await expect(field).toHaveValue("x");
      if (width === "phone") return;
      await signInWithCode(page, mailbox, address);
      await expect(page.getByRole("heading", { name: "Needed from you" })).toBeVisible();
    });
  }
});

test("signing out offline leads to a sign-in form that works once the network is back", async ({
  seedRequester,
  newAddress,
}) => {
  // A browser that never loaded the sign-in page.
  const { context, page } = await seedRequester();
  await expectEvents(page, ["INITIAL_SESSION"]);
  await context.setOffline(true);
  await signOut(page);
  await expect.poll(() => sessionCookies(context)).toEqual([]);
  const email = newAddress("mats");
  await page.getByLabel("Your email").fill(email);
  await context.setOffline(false);
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});
