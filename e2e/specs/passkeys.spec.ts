import type { BrowserContext, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
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

test("a passkey signs in by the button or the browser's offer, after a failed verification too, until it is removed", async ({
  seedRequester,
}) => {
  test.setTimeout(scaled(180_000));
  const { context, page, email } = await seedRequester();
  const { device, requests } = await setUpPasskey({ context, page });
  await signOut(page);
  await expect(page.getByLabel("Your email")).toHaveAttribute("autocomplete", "username webauthn");

  await test.step("a failed verification changes nothing, and the conditional request starts again", async () => {
    // With user presence left on, the device would also reject the restarted conditional request.
    await page.exposeFunction("removeUserPresence", () => device.setUserPresence(false));
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => {
        await window.removeUserPresence();
        return true;
      };
    });
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
    await expect.poll(async () => (await requests()).at(-1)).toBe("conditional AbortError");
    await device.setUserVerified(true);
  });

  await test.step("the button cancels the conditional request and signs in, and the page remembers the method", async () => {
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

  await test.step("a passkey offered in the email field signs in when it is chosen", async () => {
    // Tests can't click the browser's autofill menu, so this device accepts the offer at once.
    await device.setUserPresence(true);
    await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    expect(await requests()).toEqual(["conditional started", "conditional succeeded"]);
    expectSpecifiedSession(await sessionCookies(context));
    await expectEvents(page, ["SIGNED_IN"]);
  });

  await test.step("it no longer signs in once it is removed", async () => {
    await page.getByRole("button", { name: "Remove Passkey" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
    await device.setUserPresence(false);
    await signOut(page);
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
});

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
