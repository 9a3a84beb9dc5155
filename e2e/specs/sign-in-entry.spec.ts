import type { Page } from "@playwright/test";
import { expectEvents } from "../fixtures/auth-events.ts";
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

for (const [width, device] of Object.entries({ phone, desk })) {
  test(`text typed before the scripts load stays in the sign-in form on a ${width}`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }) => {
    const address = newAddress("early");
    const page = await (await openBrowser(device)).newPage();
    const release = await holdScripts(page);
    await page.goto("/sign-in?next=%2Finbox&reason=session-ended", { waitUntil: "commit" });
    const field = page.getByLabel("Your email");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type(address);
    await page.keyboard.press("Shift+Home");
    const before = await fieldState(page);
    expect(before).toMatchObject({ value: address, focused: true });

    release();
    await expect(page.getByText(/^Your session has ended/)).toBeVisible();
    expect(await fieldState(page)).toEqual(before);
    // The selection is kept: the next key replaces it.
    await page.keyboard.type("x");
    await expect(field).toHaveValue("x");

    await signInWithCode(page, mailbox, address);
    await expect(page.getByRole("heading", { name: "Requested from you" })).toBeVisible();
  });
}

test("submitting before the scripts load sends nothing, keeps the email address and leaves the URL unchanged", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  const release = await holdScripts(page);
  const sendButton = page.getByRole("button", { name: "Send me a code" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.resourceType()}`));
  await page.goto("/sign-up", { waitUntil: "commit" });
  await page.getByLabel("Your email").fill("early@people.example");
  await page.keyboard.press("Enter");
  await expect(sendButton).toBeDisabled();
  await sendButton.click({ force: true });
  expect(new URL(page.url()).search).toBe("");
  await expect(page.getByLabel("Your email")).toHaveValue("early@people.example");
  expect(requests.filter((sent) => sent.endsWith("document"))).toEqual(["GET document"]);

  release();
  await sendButton.click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
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
  const email = newAddress("mats");
  await page.getByLabel("Your email").fill(email);
  await context.setOffline(false);
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});
