import type { BrowserContext, Page } from "@playwright/test";
import { expectEvents } from "../fixtures/auth-events.ts";
import { addPasskey, addPasskeyDevice, watchPasskeyRequests } from "../fixtures/passkeys.ts";
import { signOut } from "../fixtures/sign-in.ts";
import { expectSpecifiedSession, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

declare global {
  interface Window {
    reportAvailabilityCheck: () => void;
    removeUserPresence: () => Promise<void>;
  }
}

// The browser logs a passkey that the service rejects as an error.
test.use({ expectedBrowserErrors: /status of (400|401|403|404|422)/ });

/** Adds a passkey on a device that waits for a touch, and records passkey requests. */
async function setUpPasskey({ context, page }: { context: BrowserContext; page: Page }) {
  const device = await addPasskeyDevice(context, page);
  const requests = await watchPasskeyRequests(page);
  await addPasskey(page);
  expect(await device.count()).toBe(1);
  await device.setUserPresence(false);
  return { device, requests };
}

test("the passkey button cancels the conditional request and signs in, and the page remembers the method", async ({
  seedRequester,
}) => {
  const { context, page } = await seedRequester();
  const { device, requests } = await setUpPasskey({ context, page });
  await signOut(page);
  await page.goto("/sign-in?next=%2Fsettings%2Fprofile");
  await expect.poll(requests).toEqual(["conditional started"]);

  await device.setUserPresence(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(await requests()).toEqual([
    "conditional started",
    "conditional AbortError",
    "modal started",
    "modal succeeded",
  ]);
  expectSpecifiedSession(await sessionCookies(context));
  await expectEvents(page, ["SIGNED_IN"]);
  await device.setUserPresence(false);
  await signOut(page);
  await expect(page.getByText("Last time you signed in here with a passkey.")).toBeVisible();
});

test("a passkey offered in the email field signs in when it is chosen", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  const { device, requests } = await setUpPasskey({ context, page });
  await signOut(page);
  await expect(page.getByLabel("Your email")).toHaveAttribute("autocomplete", "username webauthn");
  await expect.poll(requests).toContain("conditional started");

  // Tests can't click the browser's autofill menu, so this device accepts the offer at once.
  await device.setUserPresence(true);
  await page.goto("/sign-in?next=%2Fsettings%2Fprofile");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(await requests()).toEqual(["conditional started", "conditional succeeded"]);
  expectSpecifiedSession(await sessionCookies(context));
  await expectEvents(page, ["SIGNED_IN"]);
});

test("failed user verification changes nothing, and the conditional request starts again", async ({
  seedRequester,
}) => {
  const { context, page, email } = await seedRequester();
  const { device, requests } = await setUpPasskey({ context, page });
  await signOut(page);
  // With user presence left on, the device would also reject the restarted conditional request.
  await page.exposeFunction("removeUserPresence", () => device.setUserPresence(false));
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => {
      await window.removeUserPresence();
      return true;
    };
  });
  await page.goto("/sign-in");
  await expect.poll(requests).toEqual(["conditional started"]);
  await device.setUserVerified(false);
  await device.setUserPresence(true);
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("The passkey wasn’t used.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Your email")).toHaveValue(email);
  await expect
    .poll(requests)
    .toEqual([
      "conditional started",
      "conditional AbortError",
      "modal started",
      "modal NotAllowedError",
      "conditional started",
    ]);

  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect.poll(requests).toContainEqual("conditional AbortError");
  expect((await requests()).at(-1)).toBe("conditional AbortError");
});

for (const removal of ["removing the passkey", "deleting the account"]) {
  test(`a passkey no longer signs in after ${removal}`, async ({ seedRequester }) => {
    const { context, page, email } = await seedRequester();
    const { device, requests } = await setUpPasskey({ context, page });
    if (removal === "removing the passkey") {
      await page.getByRole("button", { name: "Remove Passkey" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
      await signOut(page);
    } else {
      await page.getByRole("button", { name: "Delete my account" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill(email);
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Your account has been deleted", { exact: false })).toBeVisible();
    }
    expect(await device.count()).toBe(1);
    await device.setUserPresence(true);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    // The same message as for any invalid passkey, so that it doesn't reveal whether the account existed.
    const refusal = page.getByText("That passkey wasn’t accepted. It may have been removed", {
      exact: false,
    });
    await expect(refusal).toBeVisible();
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeEnabled();
    expect(await sessionCookies(context)).toEqual([]);

    // The conditional request shows the same message, and isn't repeated endlessly to a device that responds by itself.
    await page.goto("/sign-in");
    await expect(refusal).toBeVisible();
    await expect
      .poll(async () => (await requests()).filter((outcome) => outcome === "conditional succeeded"))
      .toHaveLength(3);
  });
}

test("a browser without conditional mediation gets no conditional request", async ({ openBrowser }) => {
  const page = await (await openBrowser(desk)).newPage();
  const requests = await watchPasskeyRequests(page);
  const checked = Promise.withResolvers<void>();
  await page.exposeFunction("reportAvailabilityCheck", checked.resolve);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => {
      window.reportAvailabilityCheck();
      return Promise.resolve(false);
    };
  });
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await checked.promise;
  await page.getByLabel("Your email").fill("anna@lind.example");
  expect(await requests()).toEqual([]);
});
