import { networkDown } from "@sheaf/mocks/handlers/network";
import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { authFails } from "@sheaf/mocks/handlers/auth";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { getSession } from "../lib/auth/session.ts";
import { authRefreshes, authSignsIn, signOutWorks } from "../testing/auth-answers.ts";
import { clearCookies } from "../testing/cookies.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { readyButton } from "../testing/ready-button.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";
import { queryClient } from "./query-client.ts";

const platform = mockPlatform();
const mats = {
  userId: "22222222-2222-4222-8222-222222222222",
  email: "mats@lind.example",
  sessionId: "session-2",
};

/** Opens the page that asks for a workspace name, as a user without a workspace. */
async function renderWelcome() {
  platform.use(restAnswers({ table: "members", rows: [] }));
  giveSessionCookie();
  const app = renderApp("/welcome");
  await screen.findByText(/Signed in as anna@lind.example/);
  return app;
}

function comeBack(): void {
  act(() => {
    window.dispatchEvent(new Event("focus"));
  });
}

describe("a page that requires a session", () => {
  test("redirects a signed-out visitor to sign-in with the return path", async () => {
    const { address } = renderApp("/welcome?next=%2Finbox");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe(`/sign-in?next=${encodeURIComponent("/welcome?next=%2Finbox")}`);
  });

  test("isn't kept waiting by a part that an old session left", async () => {
    document.cookie = "sheaf-auth.1=left; Path=/";
    const { address } = renderApp("/requests");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe("/sign-in?next=%2Frequests");
  });

  test("opens for a signed-in user", async () => {
    await renderWelcome();
    expect(document.title).toBe("Welcome · Sheaf");
  });
});

describe("a session that ended in the background", () => {
  test("is detected on focus and shows the reason", async () => {
    const { address } = await renderWelcome();
    clearCookies();
    comeBack();
    await screen.findByText(/Your session has ended/);
    expect(address()).toBe("/sign-in?next=%2Fwelcome&reason=session-ended");
  });

  test("clears all loaded data", async () => {
    await renderWelcome();
    queryClient.setQueryData(["theirs"], "private");
    clearCookies();
    comeBack();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(queryClient.getQueryData(["theirs"])).toBeUndefined();
  });

  test("replaced by another user's, shows only the new user's data", async () => {
    await renderWelcome();
    queryClient.setQueryData(["theirs"], "private");
    giveSessionCookie(mats);
    comeBack();
    await screen.findByText(/Signed in as mats@lind.example/);
    expect(queryClient.getQueryData(["theirs"])).toBeUndefined();
  });

  test("replaced by another user's, clears what the previous user typed", async () => {
    const { user } = await renderWelcome();
    await user.type(screen.getByLabelText("Your name"), "Anna, in private");
    giveSessionCookie(mats);
    comeBack();
    await screen.findByText(/Signed in as mats@lind.example/);
    expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("");
  });

  test("an unchanged session changes nothing", async () => {
    await renderWelcome();
    const before = getSession();
    comeBack();
    expect(getSession()).toBe(before);
  });
});

test("creating a workspace continues to the original page without a redirect loop", async () => {
  platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "profiles", rows: [] }));
  giveSessionCookie();
  const { user, address } = renderApp("/requests/new");
  // The first page loads the most code.
  await user.type(await screen.findByLabelText("Your name"), "Anna Lind");
  await user.type(screen.getByLabelText("Workspace name"), "Lind");
  platform.use(
    rpcAnswers({ fn: "create_workspace", returns: "w1" }),
    restAnswers({ table: "members", rows: [{ role: "owner", workspaces: { id: "w1", name: "Lind" } }] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Anna Lind" }] }),
  );
  await user.click(screen.getByRole("button", { name: "Create workspace" }));
  await screen.findByRole("heading", { level: 1, name: "New request" });
  expect(screen.getByRole("button", { name: "Account of Anna Lind" })).toBeTruthy();
  expect(address()).toBe("/requests/new");
});

describe("signing out", () => {
  test("leads to the sign-in page without a return path", async () => {
    const { user, address } = await renderWelcome();
    platform.use(...signOutWorks());
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByText("You’re signed out on this device.");
    expect(address()).toBe("/sign-in?reason=signed-out");
    expect(document.cookie).not.toContain("sheaf-auth=");
  });

  test("works on this device when the service fails", async () => {
    const { user } = await renderWelcome();
    platform.use(networkDown(), ...signOutWorks().slice(1));
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByText("You’re signed out on this device.");
    expect(document.cookie).not.toContain("sheaf-auth=");
  });
});

test("an unreachable service does not sign the user out and recovers once it responds", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  platform.use(networkDown());
  giveSessionCookie({ expiresIn: -60 });
  const { address } = renderApp("/welcome");
  await screen.findByText("You’re still signed in. We’ll keep trying.");
  expect(address()).toBe("/welcome");
  expect(document.cookie).toContain("sheaf-auth=");

  platform.use(authRefreshes(), restAnswers({ table: "members", rows: [] }));
  await screen.findByText(/Signed in as anna@lind.example/);
});

test("a session ended by the service redirects to sign-in with the return path", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }));
  giveSessionCookie({ expiresIn: -60 });
  const { address } = renderApp("/welcome");
  await screen.findByText(/Your session has ended/);
  expect(address()).toBe("/sign-in?next=%2Fwelcome&reason=session-ended");
});

describe("a link opened on another device", () => {
  const link = `/signed-in-as#token_hash=${"a1".repeat(28)}&type=magiclink&next=%2Flink-problem`;
  beforeEach(() => {
    // Set by the sidecar in the browser where the button was pressed.
    document.cookie = `sheaf-pressed=${"a1".repeat(6)}; Path=/`;
  });

  test.each([
    ["nowhere", "sheaf-pressed=; Path=/; Max-Age=0"],
    ["on another link", `sheaf-pressed=${"b2".repeat(6)}; Path=/`],
  ])("asks for confirmation when its button was pressed %s", async (_, cookie) => {
    document.cookie = cookie;
    platform.use(authSignsIn({ email: "mallory@evil.example" }));
    const { user } = renderApp(link);
    const button = await readyButton("Sign in");
    expect(document.cookie).not.toContain("sheaf-auth=");
    await user.click(button);
    await screen.findByText("mallory@evil.example");
  });

  test("is used once without confirmation", async () => {
    platform.use(authSignsIn());
    renderApp(link);
    await screen.findByRole("heading", { name: "You’re signed in" });
    expect(document.cookie).not.toContain("sheaf-pressed=");
  });

  test("names the account first and removes the token from the URL", async () => {
    platform.use(authSignsIn({ email: "anna@lind.example" }));
    const { user, address } = renderApp(link);
    await screen.findByRole("heading", { name: "You’re signed in" });
    expect(screen.getByText("anna@lind.example")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/signed-in-as"));
    await user.click(await readyButton("Continue"));
    expect(address()).toBe("/link-problem");
  });

  test("can be rejected by someone else", async () => {
    platform.use(authSignsIn({ email: "mallory@evil.example" }), ...signOutWorks());
    const { user, address } = renderApp(link);
    await user.click(await screen.findByRole("button", { name: "Not me, sign out" }));
    await waitFor(() => expect(address()).toBe("/sign-in?reason=signed-out"));
    expect(document.cookie).not.toContain("sheaf-auth=");
  });

  test("asks before replacing a session, and keeps it when declined", async () => {
    giveSessionCookie();
    const { user, address } = renderApp(link);
    await screen.findByRole("heading", { name: "Switch accounts?" });
    await user.click(screen.getByRole("button", { name: "Keep current account" }));
    expect(address()).toBe("/link-problem");
    expect(getSession()).toMatchObject({ status: "in", email: "anna@lind.example" });
  });

  test("replaces the session when confirmed", async () => {
    platform.use(authSignsIn(mats));
    giveSessionCookie();
    const { user } = renderApp(link);
    await user.click(await readyButton("Use the link"));
    await screen.findByText("mats@lind.example");
    expect(getSession()).toMatchObject({ status: "in", email: "mats@lind.example" });
  });

  test("a used link redirects to the page with the next step", async () => {
    platform.use(authFails({ path: "/verify", status: 403, code: "otp_expired" }));
    const { address } = renderApp(link);
    await screen.findByText(/no longer valid/);
    expect(address()).toBe("/link-problem?code=otp_expired&type=magiclink&next=%2Flink-problem");
  });

  test("can be retried when the service did not respond", async () => {
    platform.use(networkDown({ once: true }), authSignsIn());
    const { user } = renderApp(link);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "You’re signed in" });
  });

  test("an incomplete link shows an error", async () => {
    renderApp("/signed-in-as#type=magiclink");
    await screen.findByText(/Part of this link is missing/);
  });

  test("after a reload, which drops the token, a signed-in user can continue", async () => {
    platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "recipients", rows: [] }));
    giveSessionCookie();
    const { address } = renderApp("/signed-in-as");
    await waitFor(() => expect(address()).toBe("/welcome"));
  });

  test("after a reload without a session, the link is reported as incomplete", async () => {
    renderApp("/signed-in-as");
    await screen.findByText(/Part of this link is missing/);
  });
});

describe("the link problem page", () => {
  test("shows no text from the URL", async () => {
    renderApp("/link-problem?code=Call%20this%20number&error_description=Call%20this%20number");
    await screen.findByText(/We couldn’t use this link/);
    expect(document.body.textContent).not.toContain("Call this number");
  });

  test.each([
    ["code=otp_expired&type=recovery", "Get a new code", "/forgot-password"],
    ["code=otp_expired&type=email_change", "Sign in", "/sign-in?next=%2Fsettings%2Fsecurity"],
    ["code=access_denied&type=provider&next=%2Finbox", "Start again", "/sign-in?next=%2Finbox"],
    ["code=otp_expired&type=toString&next=%2F%2Fevil.example", "Get a new code", "/sign-in"],
  ])("links to the page where a new link can be requested: %s", async (query, name, href) => {
    renderApp(`/link-problem?${query}`);
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(href);
  });

  test("offers a signed-in user a way to continue", async () => {
    giveSessionCookie();
    renderApp("/link-problem?code=flow_state_not_found&next=%2Finbox");
    const link = await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(link.getAttribute("href")).toBe("/inbox");
  });
});
