import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();
const chromeOnWindows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const safariOnIphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";

const session = (id: string, user_agent: string, is_current = false) => ({
  id,
  created_at: "2026-11-01T09:00:00+00:00",
  last_used_at: "2026-11-02T09:00:00+00:00",
  user_agent,
  ip: "203.0.113.7",
  aal: "aal1",
  is_current,
});
const desk = session("desk", chromeOnWindows, true);
const phone = session("phone", safariOnIphone);
const library = session("library", "");

const lists = (...returns: (typeof desk)[]) => rpcAnswers({ fn: "my_sessions", returns });

async function reachCard() {
  giveSessionCookie();
  const app = renderApp("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Signed-in devices" }));
  return { ...app, card };
}

async function reachDevices(...devices: (typeof desk)[]) {
  platform.use(...securityPageOf());
  platform.use(lists(...devices));
  const app = await reachCard();
  await app.card.findByText("This device");
  return app;
}

/** Text of the rows without their buttons. */
const rowsOf = (card: Awaited<ReturnType<typeof reachCard>>["card"]) =>
  card.getAllByRole("listitem").map((row) => row.textContent);

describe("the list of devices", () => {
  test("shows name, last use and address of each device and marks this one", async () => {
    const { card } = await reachDevices(phone, desk, library);
    const [first = "", second = "", third = ""] = rowsOf(card);
    expect(first).toMatch(/^Chrome on Windows This device.*203\.0\.113\.7$/);
    expect(second).toMatch(/^Safari on iPhone Last used .*203\.0\.113\.7Sign out$/);
    expect(third).toMatch(/^Unknown device/);
  });

  test("offers to sign out only everywhere when no other device is signed in", async () => {
    const { card } = await reachDevices(desk);
    expect(card.getByText(/^You’re only signed in on this device/)).toBeTruthy();
    expect(card.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Sign out everywhere",
    ]);
  });

  test("shows an error when loading fails and appears after a retry", async () => {
    const failing = { fn: "my_sessions", status: 422, code: "22000", message: "boom" } as const;
    platform.use(...securityPageOf());
    platform.use(rpcFails(failing));
    const { card, user } = await reachCard();
    const again = await card.findByRole("button", { name: "Try again" });
    platform.use(lists(desk, phone));
    await user.click(again);
    await card.findByText("This device");
  });
});

describe("signing out a device", () => {
  test("asks for confirmation, removes the row, announces it and keeps focus in the list", async () => {
    const { card, user } = await reachDevices(desk, phone);
    await user.click(card.getByRole("button", { name: /^Sign out Safari on iPhone, last used/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Sign out Safari on iPhone?" }));
    platform.use(rpcAnswers({ fn: "end_session", returns: undefined }), lists(desk));
    await user.click(dialog.getByRole("button", { name: "Sign out" }));
    await screen.findByText("Safari on iPhone has been signed out.");
    await card.findByText(/^You’re only signed in on this device/);
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test("shows the error, keeps the device and allows a retry when it fails", async () => {
    const { card, user } = await reachDevices(desk, phone);
    await user.click(card.getByRole("button", { name: /^Sign out Safari on iPhone/ }));
    platform.use(rpcFails({ fn: "end_session", status: 503, code: "PGRST000", message: "down" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Sign out" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/\w+\. \w+/);
    expect(rowsOf(card)).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("reports how many other devices were signed out", async () => {
    const { card, user } = await reachDevices(desk, phone, library);
    await user.click(card.getByRole("button", { name: "Sign out all other devices" }));
    const dialog = within(screen.getByRole("dialog", { name: "Sign out all other devices?" }));
    expect(dialog.getByText(/^2 other devices will be signed out immediately/)).toBeTruthy();
    platform.use(rpcAnswers({ fn: "end_other_sessions", returns: 3 }), lists(desk));
    await user.click(dialog.getByRole("button", { name: "Sign out all other devices" }));
    await screen.findByText("3 other devices have been signed out.");
    await card.findByText(/^You’re only signed in on this device/);
  });
});
