import { authAnswers } from "@sheaf/mocks/handlers/auth";
import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { describe, expect, test } from "vitest";
import { authKnows, factorAccepts, signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { reachCard } from "../testing/security-page.ts";
import { giveSession, giveSessionCookie, sessionOf } from "../testing/sessions.ts";

const platform = mockPlatform();
const phone = { id: "factor-1", name: "Phone" };
const codes = ["0a1b-2c3d-4e5f", "6g7h-8j9k-0m1n"];

async function reachField() {
  giveSessionCookie({ hasFactor: true });
  platform.use(authKnows({ factors: [phone] }));
  const app = renderApp("/mfa?next=%2Flink-problem%3Fcode%3Daccess_denied");
  await app.user.click(await screen.findByRole("button", { name: "Use a backup code" }));
  return { ...app, field: screen.getByLabelText("Backup code") };
}

/** The client refreshes the session after a backup code was accepted. */
const sessionToEnroll = (platformUrl: string) =>
  http.post(`${platformUrl}/auth/v1/token`, () => {
    const session = sessionOf();
    return HttpResponse.json({
      ...session,
      user: { ...session.user, app_metadata: { must_enroll: true } },
    });
  });

describe("a backup code", () => {
  test.each([
    ["wrong", /That backup code isn’t right, or it has been used/],
    ["limited", /Too many wrong backup codes/],
  ])("that is %s says so and stays in the field", async (answer, text) => {
    const { user, field } = await reachField();
    platform.use(rpcAnswers({ fn: "use_backup_code", returns: answer }));
    await user.type(field, "0a1b2c3d4e5f{Enter}");
    await screen.findByText(text);
    expect(field).toHaveProperty("value", "0a1b2c3d4e5f");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("an empty code is not submitted", async () => {
    const { user } = await reachField();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByText("Enter a backup code.")).toBeTruthy();
  });

  test("a valid code leads to a new app, new codes and then the original destination", async () => {
    const { user, field, address } = await reachField();
    platform.use(rpcAnswers({ fn: "use_backup_code", returns: "used" }), sessionToEnroll);
    await user.type(field, `${codes[0]}{Enter}`);
    await screen.findByRole("heading", { level: 1, name: "Set up a new authenticator app" });

    platform.use(
      authKnows({ factors: [] }),
      authAnswers({
        method: "post",
        path: "/factors",
        body: { id: "f2", type: "totp", totp: { qr_code: "<svg/>", secret: "JBSWY3DPEHPK3PXP", uri: "" } },
      }),
      ...factorAccepts({ factorId: "f2" }),
      rpcAnswers({ fn: "create_backup_codes", returns: codes }),
    );
    await user.click(screen.getByRole("button", { name: "Set up an authenticator app" }));
    await user.type(await screen.findByLabelText("Then enter the 6-digit code it shows"), "123456");
    await screen.findByRole("heading", { level: 1, name: "Save your backup codes" });
    await user.click(screen.getByRole("button", { name: "I’ve saved these codes" }));
    await waitFor(() => expect(address()).toBe("/link-problem?code=access_denied"));
  });

  test("is sent with plain digits if it was typed with others", async () => {
    const { user, field } = await reachField();
    const sent: unknown[] = [];
    platform.use((platformUrl) =>
      http.post(`${platformUrl}/rest/v1/rpc/use_backup_code`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json("wrong");
      }),
    );
    await user.type(field, "٠a١b-٢c٣d-٤e٥f{Enter}");
    await screen.findByText(/That backup code isn’t right/);
    expect(sent).toEqual([{ code: codes[0] }]);
  });

  test("switching back to the authenticator app works", async () => {
    const { user } = await reachField();
    await user.click(screen.getByRole("button", { name: "Use your authenticator app" }));
    expect(await screen.findByLabelText("Code, 6 digits")).toBeTruthy();
  });

  test("can be left by signing out", async () => {
    const { user, address } = await reachField();
    platform.use(...signOutWorks());
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(address()).toBe("/sign-in?reason=signed-out"));
  });
});

test("every page redirects to app setup while no app is set up, also after a reload", async () => {
  const session = sessionOf();
  giveSession({ ...session, user: { ...session.user, app_metadata: { must_enroll: true } } });
  platform.use(restAnswers({ table: "members", rows: [] }));
  const { address } = renderApp("/requests/new");
  await screen.findByRole("heading", { level: 1, name: "Set up a new authenticator app" });
  expect(address()).toBe("/mfa?next=%2Frequests%2Fnew");
});

describe("the backup codes card", () => {
  test("is hidden without an authenticator app", async () => {
    await reachCard(platform, "Two-factor authentication", {});
    expect(screen.queryByRole("region", { name: "Backup codes" })).toBeNull();
  });

  test("shows the number of codes left and displays new codes once", async () => {
    const { user, card } = await reachCard(platform, "Backup codes", { factors: [phone], aal: "aal2" });
    await card.findByText("You have 10 unused codes. New codes replace the old ones.");
    await user.click(card.getByRole("button", { name: "Create new codes" }));
    const heading = await card.findByRole("heading", { name: "Save your backup codes" });
    expect(document.activeElement).toBe(heading);
    for (const code of codes) expect(card.getByText(code)).toBeTruthy();
    await user.click(card.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
    await user.click(card.getByRole("button", { name: "I’ve saved these codes" }));
    expect(screen.queryByText(codes[0] ?? "")).toBeNull();
    await card.findByText("You have 10 unused codes. New codes replace the old ones.");
  });
});
