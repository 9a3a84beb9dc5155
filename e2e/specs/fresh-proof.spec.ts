import { codeIn } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
import { readAuthenticator } from "../fixtures/authenticator.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { addPasskey, addPasskeyDevice } from "../fixtures/passkeys.ts";
import { test } from "../fixtures/old-sessions.ts";
import { expireSession, readSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

// The browser logs the refused first attempts to record a proof.
test.use({ expectedBrowserErrors: /status of (401|403)/ });
test.setTimeout(scaled(240_000));

const password = "four quiet words here";

test("an old session can't change how the account signs in until its owner confirms", async ({
  ownPlatform,
  siteUrl,
  mailbox,
  seedRequester,
}, info) => {
  const { context, page, email } = await seedRequester({ device: { ...desk, baseURL: siteUrl } });
  /** Reopens the page with the same session, an hour later. */
  const anHourLater = async () => {
    await ownPlatform.ageSignIns();
    await expireSession(context, siteUrl);
    await page.goto("/settings/security");
    await expect(page.getByText(/^You’re only signed in on this device/)).toBeVisible();
  };
  const question = page.getByRole("group", { name: "Confirm it’s you" });

  const device = await addPasskeyDevice(context, page);
  await addPasskey(page);

  await test.step("a stolen token is refused everything", async () => {
    await anHourLater();
    const token = (await readSession(context, siteUrl))?.access_token;
    const send = async (method: string, path: string, body: unknown) => {
      const response = await fetch(`${ownPlatform.url}${path}`, {
        method,
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      return { ok: response.ok, body: await response.text() };
    };
    expect((await send("PUT", "/auth/v1/user", { password })).ok).toBe(false);
    expect((await send("POST", "/auth/v1/factors", { factor_type: "totp" })).ok).toBe(false);
    const refused = expect.objectContaining({ ok: false, body: expect.stringContaining("proof.required") });
    const owned = JSON.parse((await send("POST", "/rest/v1/rpc/sole_ownerships", {})).body);
    const workspaces = [owned[0].workspace_id];
    expect(await send("POST", "/rest/v1/rpc/delete_account", { workspaces })).toEqual(refused);
    expect(await send("POST", "/rest/v1/rpc/record_proof", { act: "password" })).toEqual(refused);
  });

  await test.step("the owner sets a password with an emailed code", async () => {
    const seen = await mailbox.idsFor(email);
    const card = page.getByRole("region", { name: "Password" });
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password").fill(password);
    await page.keyboard.press("Enter");
    const code = question.getByLabel("Code, 8 digits");
    await expect(code).toBeFocused();
    const message = await mailbox.nextEmail({ to: email, seen });
    await card.scrollIntoViewIfNeeded();
    await inspectScreen(page, "confirm-in-card", info);
    await code.fill(codeIn(message));
    await expect(card.getByText("Your password has been set.", { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^You’re only signed in on this device/)).toBeVisible();
  });

  await test.step("removes a passkey with the passkey itself", async () => {
    const card = page.getByRole("region", { name: "Passkeys" });
    await card.getByRole("button", { name: "Remove Passkey" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await question.getByRole("button", { name: "Use a passkey" }).click();
    await expect(card.getByText("You have no passkeys yet.")).toBeVisible();
    // The sign-in page at the end would offer the removed passkey.
    await device.setUserPresence(false);
  });

  await test.step("sets up an authenticator app with that password", async () => {
    const card = page.getByRole("region", { name: "Two-factor authentication" });
    await card.getByRole("button", { name: "Set up an authenticator app" }).click();
    await card.getByRole("button", { name: "Continue" }).click();
    await question.getByRole("button", { name: "Use your password instead" }).click();
    await question.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    const app = await readAuthenticator(page, "Authenticator app");
    await card.getByLabel("Then enter the 6-digit code it shows").fill(app.code());
    // The app's first code is recent enough for the backup codes.
    await card.getByRole("button", { name: "I’ve saved these codes" }).click();
    await expect(question).toBeHidden();

    await anHourLater();
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByLabel(/^Type /).fill(email);
    await page.getByRole("button", { name: "Delete account", exact: true }).click();
    await expect(question.getByLabel("Code, 6 digits")).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await inspectScreen(page, "confirm-in-dialog", info);
    await question.getByLabel("Code, 6 digits").fill(app.code());
    await expect(page.getByText("Your account has been deleted", { exact: false })).toBeVisible();
  });
});
