import { networkDown } from "@sheaf/mocks/handlers/network";
import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { authFails } from "@sheaf/mocks/handlers/auth";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { getSession } from "../lib/session.ts";
import { authRefreshes, authSignsIn, signOutWorks } from "../testing/auth-answers.ts";
import { clearCookies } from "../testing/cookies.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";
import { queryClient } from "./query-client.ts";

const platform = mockPlatform();
const mats = {
  userId: "22222222-2222-4222-8222-222222222222",
  email: "mats@lind.example",
  sessionId: "session-2",
};

/** Somebody without a workspace, on the page that asks for its name. */
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

describe("a page that needs somebody", () => {
  test("sends a stranger to sign in and remembers the way back", async () => {
    const { address } = renderApp("/welcome?next=%2Finbox");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe(`/sign-in?next=${encodeURIComponent("/welcome?next=%2Finbox")}`);
  });

  test("opens for somebody who is signed in", async () => {
    await renderWelcome();
    expect(document.title).toBe("Welcome · Sheaf");
  });
});

describe("a session that ended behind the page's back", () => {
  test("is noticed when the person comes back, and said", async () => {
    const { address } = await renderWelcome();
    clearCookies();
    comeBack();
    await screen.findByText(/Your sign-in has ended/);
    expect(address()).toBe("/sign-in?next=%2Fwelcome&reason=session-ended");
  });

  test("takes everything that was loaded with it", async () => {
    await renderWelcome();
    queryClient.setQueryData(["theirs"], "private");
    clearCookies();
    comeBack();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(queryClient.getQueryData(["theirs"])).toBeUndefined();
  });

  test("and was replaced by another person's shows that person and nothing of the former", async () => {
    await renderWelcome();
    queryClient.setQueryData(["theirs"], "private");
    giveSessionCookie(mats);
    comeBack();
    await screen.findByText(/Signed in as mats@lind.example/);
    expect(queryClient.getQueryData(["theirs"])).toBeUndefined();
  });

  test("and was replaced by another person's shows them nothing that the former one typed", async () => {
    const { user } = await renderWelcome();
    await user.type(screen.getByLabelText("Your name"), "Anna, in private");
    giveSessionCookie(mats);
    comeBack();
    await screen.findByText(/Signed in as mats@lind.example/);
    expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("");
  });

  test("is no news when it is still the same", async () => {
    await renderWelcome();
    const before = getSession();
    comeBack();
    expect(getSession()).toBe(before);
  });
});

test("naming a workspace leads on to what was meant to be done, and not round in a circle", async () => {
  platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "profiles", rows: [] }));
  giveSessionCookie();
  const { user, address } = renderApp("/requests/new");
  // The first page of all is the largest to load.
  await user.type(await screen.findByLabelText("Your name"), "Anna Lind");
  await user.type(screen.getByLabelText("Name of your workspace"), "Lind");
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
  test("ends at the sign-in page, with nothing that leads the next person back", async () => {
    const { user, address } = await renderWelcome();
    platform.use(...signOutWorks());
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByText("You are signed out on this device.");
    expect(address()).toBe("/sign-in?reason=signed-out");
    expect(document.cookie).not.toContain("sheaf-auth=");
  });

  test("works on this device without the service", async () => {
    const { user } = await renderWelcome();
    platform.use(networkDown(), ...signOutWorks().slice(1));
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByText("You are signed out on this device.");
    expect(document.cookie).not.toContain("sheaf-auth=");
  });
});

test("a service that cannot be reached never looks like a sign-out, and lets the person in once it answers", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  platform.use(networkDown());
  giveSessionCookie({ expiresIn: -60 });
  const { address } = renderApp("/welcome");
  await screen.findByText("You stay signed in, and we keep trying.");
  expect(address()).toBe("/welcome");
  expect(document.cookie).toContain("sheaf-auth=");

  platform.use(authRefreshes(), restAnswers({ table: "members", rows: [] }));
  await screen.findByText(/Signed in as anna@lind.example/);
});

test("a session that the service has ended leads to sign in, with the way back", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }));
  giveSessionCookie({ expiresIn: -60 });
  const { address } = renderApp("/welcome");
  await screen.findByText(/Your sign-in has ended/);
  expect(address()).toBe("/sign-in?next=%2Fwelcome&reason=session-ended");
});

describe("a link that was opened on another device", () => {
  const link = `/signed-in-as#token_hash=${"a1".repeat(28)}&type=magiclink&next=%2Flink-problem`;
  beforeEach(() => {
    // As the sidecar does where the button was pressed.
    document.cookie = `sheaf-pressed=${"a1".repeat(6)}; Path=/`;
  });

  test.each([
    ["nowhere", "sheaf-pressed=; Path=/; Max-Age=0"],
    ["on another link", `sheaf-pressed=${"b2".repeat(6)}; Path=/`],
  ])("signs nobody in unasked when its button was pressed %s", async (_, cookie) => {
    document.cookie = cookie;
    platform.use(authSignsIn({ email: "mallory@evil.example" }));
    const { user } = renderApp(link);
    const button = await screen.findByRole("button", { name: "Sign in" });
    expect(document.cookie).not.toContain("sheaf-auth=");
    await user.click(button);
    await screen.findByText("mallory@evil.example");
  });

  test("is used unasked once", async () => {
    platform.use(authSignsIn());
    renderApp(link);
    await screen.findByRole("heading", { name: "You are signed in" });
    expect(document.cookie).not.toContain("sheaf-pressed=");
  });

  test("names the account before anything else, and keeps its token out of the address", async () => {
    platform.use(authSignsIn({ email: "anna@lind.example" }));
    const { user, address } = renderApp(link);
    await screen.findByRole("heading", { name: "You are signed in" });
    expect(screen.getByText("anna@lind.example")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/signed-in-as"));
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(address()).toBe("/link-problem");
  });

  test("can be refused by who is not that person", async () => {
    platform.use(authSignsIn({ email: "mallory@evil.example" }), ...signOutWorks());
    const { user, address } = renderApp(link);
    await user.click(await screen.findByRole("button", { name: "Not me, sign out" }));
    await waitFor(() => expect(address()).toBe("/sign-in?reason=signed-out"));
    expect(document.cookie).not.toContain("sheaf-auth=");
  });

  test("asks before it replaces somebody, and leaves them alone when they say no", async () => {
    giveSessionCookie();
    const { user, address } = renderApp(link);
    await screen.findByRole("heading", { name: "Switch accounts?" });
    await user.click(screen.getByRole("button", { name: "Stay as I am" }));
    expect(address()).toBe("/link-problem");
    expect(getSession()).toMatchObject({ status: "in", email: "anna@lind.example" });
  });

  test("replaces them when they say yes", async () => {
    platform.use(authSignsIn(mats));
    giveSessionCookie();
    const { user } = renderApp(link);
    await user.click(await screen.findByRole("button", { name: "Use the link" }));
    await screen.findByText("mats@lind.example");
    expect(getSession()).toMatchObject({ status: "in", email: "mats@lind.example" });
  });

  test("that was used already leads to the page with the next step", async () => {
    platform.use(authFails({ path: "/verify", status: 403, code: "otp_expired" }));
    const { address } = renderApp(link);
    await screen.findByText(/no longer good/);
    expect(address()).toBe("/link-problem?code=otp_expired&type=magiclink&next=%2Flink-problem");
  });

  test("can be tried again when the service did not answer", async () => {
    platform.use(networkDown({ once: true }), authSignsIn());
    const { user } = renderApp(link);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "You are signed in" });
  });

  test("with a part missing says so", async () => {
    renderApp("/signed-in-as#type=magiclink");
    await screen.findByText(/Part of this link is missing/);
  });

  test("lets whoever is signed in by it go on after a reload, which comes without the link", async () => {
    platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "recipients", rows: [] }));
    giveSessionCookie();
    const { address } = renderApp("/signed-in-as");
    await waitFor(() => expect(address()).toBe("/welcome"));
  });

  test("says after a reload that nobody is signed in", async () => {
    renderApp("/signed-in-as");
    await screen.findByText(/Part of this link is missing/);
  });
});

describe("the page about a link that failed", () => {
  test("says nothing that came in the address", async () => {
    renderApp("/link-problem?code=Call%20this%20number&error_description=Call%20this%20number");
    await screen.findByText(/We could not use this link/);
    expect(document.body.textContent).not.toContain("Call this number");
  });

  test.each([
    ["code=otp_expired&type=recovery", "Get a new code", "/forgot-password"],
    ["code=otp_expired&type=email_change", "Sign in", "/sign-in?next=%2Fsettings%2Fsecurity"],
    ["code=access_denied&type=provider&next=%2Finbox", "Start again", "/sign-in?next=%2Finbox"],
    ["code=otp_expired&type=toString&next=%2F%2Fevil.example", "Get a new code", "/sign-in"],
  ])("leads where such a link is asked for: %s", async (query, name, href) => {
    renderApp(`/link-problem?${query}`);
    const link = await screen.findByRole("link", { name });
    expect(link.getAttribute("href")).toBe(href);
  });

  test("offers somebody who is signed in the way on", async () => {
    giveSessionCookie();
    renderApp("/link-problem?code=flow_state_not_found&next=%2Finbox");
    const link = await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(link.getAttribute("href")).toBe("/inbox");
  });
});
