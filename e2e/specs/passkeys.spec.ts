import type { BrowserContext, Page } from "@playwright/test";
import { expectEvents } from "../fixtures/auth-events.ts";
import { addPasskey, addPasskeyDevice, watchPasskeyRequests } from "../fixtures/passkeys.ts";
import { signOut } from "../fixtures/people.ts";
import { expectSpecifiedSession, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

declare global {
  interface Window {
    noteQuestion: () => void;
    putDeviceDown: () => Promise<void>;
  }
}

// The browser notes a passkey that the service refuses as an error.
test.use({ expectedTrouble: /status of (400|401|403|404|422)/ });

/** Gives a requester a passkey, on a device that waits to be touched. */
async function givePasskey({ context, page }: { context: BrowserContext; page: Page }) {
  const device = await addPasskeyDevice(context, page);
  const requests = await watchPasskeyRequests(page);
  await addPasskey(page);
  expect(await device.count()).toBe(1);
  await device.touches(false);
  return { device, requests };
}

test("a passkey signs somebody in by the button, in place of the quiet offer, and the page remembers it", async ({
  signUp,
}) => {
  const { context, page } = await signUp();
  const { device, requests } = await givePasskey({ context, page });
  await signOut(page);
  await page.goto("/sign-in?next=%2Fsettings%2Fprofile");
  await expect.poll(requests).toEqual(["conditional asked"]);

  await device.touches(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(await requests()).toEqual([
    "conditional asked",
    "conditional AbortError",
    "aloud asked",
    "aloud answered",
  ]);
  expectSpecifiedSession(await sessionCookies(context));
  await expectEvents(page, ["SIGNED_IN"]);
  await device.touches(false);
  await signOut(page);
  await expect(page.getByText("Last time you used a passkey here.")).toBeVisible();
});

test("a passkey is offered quietly in the address field, and signs somebody in when it is taken", async ({
  signUp,
}) => {
  const { context, page } = await signUp();
  const { device, requests } = await givePasskey({ context, page });
  await signOut(page);
  await expect(page.getByLabel("Your email")).toHaveAttribute("autocomplete", "username webauthn");
  await expect.poll(requests).toContain("conditional asked");

  // Nobody can press on what the browser itself draws: this device takes the offer as soon as it is made.
  await device.touches(true);
  await page.goto("/sign-in?next=%2Fsettings%2Fprofile");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(await requests()).toEqual(["conditional asked", "conditional answered"]);
  expectSpecifiedSession(await sessionCookies(context));
  await expectEvents(page, ["SIGNED_IN"]);
});

test("a passkey that nobody shows, or that the device does not unlock, changes nothing and the offer comes again", async ({
  signUp,
}) => {
  const { context, page, email } = await signUp();
  const { device, requests } = await givePasskey({ context, page });
  await signOut(page);
  // A device that is touched all the time would turn down the quiet offer too, as soon as that comes again.
  await page.exposeFunction("putDeviceDown", () => device.touches(false));
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => {
      await window.putDeviceDown();
      return true;
    };
  });
  await page.goto("/sign-in");
  await expect.poll(requests).toEqual(["conditional asked"]);
  await device.unlocks(false);
  await device.touches(true);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("The passkey was not used.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expect
    .poll(requests)
    .toEqual([
      "conditional asked",
      "conditional AbortError",
      "aloud asked",
      "aloud NotAllowedError",
      "conditional asked",
    ]);

  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect.poll(requests).toContainEqual("conditional AbortError");
  expect((await requests()).at(-1)).toBe("conditional AbortError");
});

for (const gone of ["the key was removed", "the account was deleted"]) {
  test(`a passkey is refused with what to do when ${gone}`, async ({ signUp }) => {
    const { context, page, email } = await signUp();
    const { device, requests } = await givePasskey({ context, page });
    if (gone === "the key was removed") {
      await page.getByRole("button", { name: "Remove Passkey" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await expect(page.getByText("You have none yet.")).toBeVisible();
      await signOut(page);
    } else {
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill(email);
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Your account is deleted", { exact: false })).toBeVisible();
    }
    expect(await device.count()).toBe(1);
    await device.touches(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    // In the same words as any key that is not good: whether there was such an account is nobody's business.
    const refusal = page.getByText("We could not accept that passkey. It may have been removed", {
      exact: false,
    });
    await expect(refusal).toBeVisible();
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeEnabled();
    expect(await sessionCookies(context)).toEqual([]);

    // Taken from the quiet offer it says the same, and a device that answers by itself is not asked for ever.
    await page.goto("/sign-in");
    await expect(refusal).toBeVisible();
    await expect
      .poll(async () => (await requests()).filter((line) => line === "conditional answered"))
      .toHaveLength(3);
  });
}

test("a browser that cannot offer passkeys quietly is not asked to", async ({ openBrowser }) => {
  const page = await (await openBrowser(desk)).newPage();
  const requests = await watchPasskeyRequests(page);
  const answered = Promise.withResolvers<void>();
  await page.exposeFunction("noteQuestion", answered.resolve);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => {
      window.noteQuestion();
      return Promise.resolve(false);
    };
  });
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await answered.promise;
  await page.getByLabel("Your email").fill("anna@lind.example");
  expect(await requests()).toEqual([]);
});
