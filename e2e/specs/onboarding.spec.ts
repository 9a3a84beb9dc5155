import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { signUpInBrowser } from "../fixtures/sign-in.ts";
import { addPasskeyDevice } from "../fixtures/passkeys.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("after the first sign-in a passkey is offered, also after a reload, until one is added", async ({
  openBrowser,
  mailbox,
  newAddress,
}, info) => {
  const context = await openBrowser(desk);
  const email = newAddress("nora");
  const page = await signUpInBrowser({ context, mailbox, email, name: "Nora Okafor", workspace: "Okafor" });
  const device = await addPasskeyDevice(context, page);
  const offer = page.getByRole("region", { name: "Sign in faster next time" });
  await expect(offer).toBeVisible();
  await expect(page.getByRole("heading", { name: "No open requests" })).toBeVisible();
  await inspectWidths(page, "offer", info);
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
