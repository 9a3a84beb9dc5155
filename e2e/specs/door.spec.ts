import type { Page } from "@playwright/test";
import { signInWithCode } from "../fixtures/people.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test.use({ expectedTrouble: /ERR_INTERNET_DISCONNECTED/ });

/** Holds every script back until told. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What can be seen and felt of the address field: text, selection, focus and place. */
function fieldState(page: Page) {
  return page.getByLabel("Your email").evaluate((field: HTMLInputElement) => ({
    value: field.value,
    focused: document.activeElement === field,
    // An address field tells no caret of its own; the document's selection says as much.
    selected: getSelection()?.toString(),
    place: JSON.stringify(field.getBoundingClientRect()),
    button: JSON.stringify(document.querySelector("form button[type=submit]")?.getBoundingClientRect()),
  }));
}

for (const [width, device] of Object.entries({ phone, desk })) {
  test(`the sign-in page takes what is typed before its scripts, and keeps it when they come, on a ${width}`, async ({
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
    await expect(page.getByText(/^Your sign-in has ended/)).toBeVisible();
    expect(await fieldState(page)).toEqual(before);
    // The selection is still there: the next key replaces it.
    await page.keyboard.type("x");
    await expect(field).toHaveValue("x");

    await signInWithCode(page, mailbox, address);
    await expect(page.getByRole("heading", { name: "Asked of me" })).toBeVisible();
  });
}

test("a press before the scripts sends nothing, loses nothing and writes no address into the address bar", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  const release = await holdScripts(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.resourceType()}`));
  await page.goto("/sign-up", { waitUntil: "commit" });
  await page.getByLabel("Your email").fill("early@people.example");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send me a code" }).click();
  expect(new URL(page.url()).search).toBe("");
  await expect(page.getByLabel("Your email")).toHaveValue("early@people.example");
  expect(asked.filter((line) => line.endsWith("document"))).toEqual(["GET document"]);

  release();
  // Only a press that comes after them counts; when that is, nothing on the page says.
  const sent = page.getByRole("heading", { name: "Check your email" });
  await expect(async () => {
    if (!(await sent.isVisible())) await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(sent).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test("whoever signs out without a network still finds the way in", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-up");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(page.getByLabel("Your name")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Your name")).toBeVisible();

  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out on this device.")).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel("Your email").fill(newAddress("nora"));
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});
