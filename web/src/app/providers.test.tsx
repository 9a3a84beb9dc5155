import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ownCookieNames, writeCookie } from "../lib/cookies.ts";
import { authOffers, signOutWorks } from "../testing/auth-answers.ts";
import { emptyInbox } from "../testing/empty-inbox.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

test("only enabled providers are shown below the form", async () => {
  platform.use(authOffers({ providers: ["github", "gitlab"] }));
  renderApp("/sign-in");
  await screen.findByRole("button", { name: "Continue with GitHub" });
  expect(screen.getAllByRole("button", { name: /Continue with/ })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});

test("a passkey is offered where an account may have one, not for a new account", async () => {
  vi.stubGlobal("PublicKeyCredential", Object);
  onTestFinished(() => void vi.unstubAllGlobals());
  platform.use(authOffers({ providers: ["github"], passkeys: true }));
  renderApp("/sign-up");
  await screen.findByRole("button", { name: "Continue with GitHub" });
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
  cleanup();
  renderApp("/sign-in");
  await screen.findByRole("button", { name: "Use a passkey" });
});

test.each([
  ["keycloak", "Last time you signed in here with Local account."],
  ["passkey", "Last time you signed in here with a passkey."],
  ["password", "Last time you signed in here with your password."],
  ["link", "Last time you signed in here with an emailed link."],
])("a page remembers the way by %s", async (method, text) => {
  localStorage.setItem("sheaf:sign-in-method", method);
  renderApp("/sign-in");
  await screen.findByText(text);
});

test("after a provider sign-in the page names the account and offers to sign out", async () => {
  giveSessionCookie({ email: "mats@lind.example" });
  writeCookie(ownCookieNames().flash, JSON.stringify({ type: "sign-in", session_id: "session-1" }), 60);
  platform.use(
    restAnswers({ table: "members", rows: [] }),
    ...emptyInbox,
    restAnswers({ table: "profiles", rows: [] }),
    ...signOutWorks(),
  );
  const { user, address } = renderApp("/inbox");
  await screen.findByText("You’re signed in as mats@lind.example.");
  await user.click(screen.getByRole("button", { name: "Not me" }));
  await waitFor(() => expect(address()).toBe("/sign-in?reason=signed-out"));
});
