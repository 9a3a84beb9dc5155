import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { authRefreshes, factorAccepts, type TestAccount } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { reachCard } from "../testing/security-page.ts";

const platform = mockPlatform();
const phone = { id: "factor-1", name: "Phone" };

describe("the second factor", () => {
  const enrolled = {
    id: phone.id,
    type: "totp",
    friendly_name: "Phone",
    totp: {
      qr_code: "<svg xmlns='http://www.w3.org/2000/svg'/>",
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Sheaf",
    },
  };

  async function reachProof() {
    const account: TestAccount = {};
    const app = await reachCard(platform, "Two-factor authentication", () => account);
    platform.use(authAnswers({ method: "post", path: "/factors", body: enrolled }));
    await app.user.click(await app.card.findByRole("button", { name: "Set up an authenticator app" }));
    const name = app.card.getByLabelText("Name");
    expect(document.activeElement).toBe(name);
    await app.user.clear(name);
    await app.user.type(name, "Phone{Enter}");
    const field = await app.card.findByLabelText("Then enter the 6-digit code it shows");
    return { ...app, account, field };
  }

  test("is set up with a QR code, a grouped key and a first code", async () => {
    const { card, user, account, field } = await reachProof();
    expect(card.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(card.getByText("Open in an app on this phone").getAttribute("href")).toBe("otpauth://totp/Sheaf");
    // The content security policy blocks `data:` images.
    expect(card.getByAltText("QR code for your app").getAttribute("src")).toMatch(/^blob:/);
    platform.use(...factorAccepts({ factorId: phone.id }));
    account.factors = [phone];
    await user.type(field, "123456");
    await card.findByText("Phone is set up. Devices signed in without it have been signed out.");
    expect(await card.findByRole("button", { name: "Remove Phone" })).toBeTruthy();
  });

  test("keeps the QR code when the first code is wrong", async () => {
    const { card, user, field } = await reachProof();
    platform.use(...factorAccepts({ factorId: phone.id }));
    platform.use(
      authFails({ path: `/factors/${phone.id}/verify`, status: 422, code: "mfa_verification_failed" }),
    );
    await user.type(field, "111111");
    await card.findByText(/That code isn’t correct/);
    expect(card.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(document.activeElement).toBe(field);
  });

  test("an unfinished enrolment is removed before the next one", async () => {
    const abandoned = { id: "factor-0", name: "Phone", status: "unverified" as const };
    const app = await reachCard(platform, "Two-factor authentication", { factors: [abandoned] });
    const removed: string[] = [];
    platform.use(
      authAnswers({ method: "post", path: "/factors", body: enrolled }),
      authAnswers({
        method: "delete",
        path: `/factors/${abandoned.id}`,
        body: () => {
          removed.push(abandoned.id);
          return { id: abandoned.id };
        },
      }),
    );
    await app.user.click(await app.card.findByRole("button", { name: "Set up an authenticator app" }));
    await app.user.click(app.card.getByRole("button", { name: "Continue" }));
    await app.card.findByText("JBSW Y3DP EHPK 3PXP");
    expect(removed).toEqual([abandoned.id]);
  });

  test("a duplicate name shows an error and stays in the field", async () => {
    const { card, user } = await reachCard(platform, "Two-factor authentication", {
      factors: [phone],
      aal: "aal2",
    });
    platform.use(authFails({ path: "/factors", status: 422, code: "mfa_factor_name_conflict" }));
    await user.click(await card.findByRole("button", { name: "Add another app" }));
    await user.clear(card.getByLabelText("Name"));
    await user.type(card.getByLabelText("Name"), "Phone{Enter}");
    await card.findByText(/already have a two-factor method with that name/);
    expect(card.getByLabelText("Name")).toHaveProperty("value", "Phone");
  });

  test("is removed after confirmation, and the session is refreshed", async () => {
    const account: TestAccount = { factors: [phone], aal: "aal2" };
    const { card, user } = await reachCard(platform, "Two-factor authentication", () => account);
    platform.use(
      authAnswers({
        method: "delete",
        path: `/factors/${phone.id}`,
        body: () => {
          account.factors = [];
          return { id: phone.id };
        },
      }),
      authRefreshes(),
    );
    await user.click(await card.findByRole("button", { name: "Remove Phone" }));
    const dialog = within(screen.getByRole("dialog", { name: "Remove Phone?" }));
    expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await card.findByText("Phone has been removed. Its codes no longer work here.");
    await card.findByText("Two-factor authentication is off.");
  });

  test("a removal that requires verification leads to the factor page and back", async () => {
    const { card, user, address } = await reachCard(platform, "Two-factor authentication", {
      factors: [phone],
      aal: "aal2",
    });
    platform.use(
      authFails({ path: `/factors/${phone.id}`, status: 422, code: "insufficient_aal" }),
      authRefreshes({ hasFactor: true }),
    );
    await user.click(await card.findByRole("button", { name: "Remove Phone" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await user.click(await card.findByRole("button", { name: "Enter your code" }));
    await screen.findByLabelText("Code, 6 digits");
    expect(address()).toBe("/mfa?next=%2Fsettings%2Fsecurity");
  });
});
