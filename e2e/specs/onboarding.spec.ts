import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { addPasskeyDevice } from "../fixtures/passkeys.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test("a new requester gets from the landing page to a request and can switch between sign-up and sign-in", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Ask for documents" }).click();
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await page.getByRole("link", { name: "Already have an account? Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByRole("link", { name: "New here? Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await signInWithCode(page, mailbox, newAddress("nora"));
  await page.getByLabel("Your name").fill("Nora Okafor");
  await page.getByLabel("Workspace name").fill("Okafor");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/requests/new");
});

test("the list of requests shows its shape while its code loads", async ({ seedRequester }) => {
  const { page } = await seedRequester();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/requests-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("main").getByText("Loading requests")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeHidden();
  release();
  await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible();
});

test("after the first sign-in a passkey is offered, also after a reload, until one is added", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const email = newAddress("nora");
  const page = await signUpInBrowser({ context, mailbox, email, name: "Nora Okafor", workspace: "Okafor" });
  const device = await addPasskeyDevice(context, page);
  const offer = page.getByRole("region", { name: "Sign in faster next time" });
  await expect(offer).toBeVisible();
  await page.reload();
  await offer.getByRole("button", { name: "Add a passkey" }).click();
  await expect(offer.getByText("Your passkey is ready.", { exact: false })).toBeVisible();
  expect(await device.count()).toBe(1);
  await offer.getByRole("button", { name: "Close" }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
});

for (const [width, device] of Object.entries({ phone, desk })) {
  const outcome = width === "phone" ? "dismissed" : "replaced by a password";
  test(`the passkey offer passes axe on a ${width}, light and dark, and can be ${outcome}`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }, info) => {
    const context = await openBrowser(device);
    const email = newAddress("nora");
    const page = await signUpInBrowser({ context, mailbox, email, name: "Nora Okafor", workspace: "Okafor" });
    const offer = page.getByRole("region", { name: "Sign in faster next time" });
    await expect(offer.getByRole("button", { name: "Add a passkey" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No open requests" })).toBeVisible();
    await inspectScreen(page, "offer", info);
    if (outcome === "dismissed") await offer.getByRole("button", { name: "Not now" }).click();
    else {
      await offer.getByRole("link", { name: "Set a password" }).click();
      await expect(page.getByRole("region", { name: "Password" })).toBeVisible();
      await page.goBack();
    }
    await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible();
    await expect(offer).toBeHidden();
  });
}
