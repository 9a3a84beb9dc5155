import { authFails } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { authKnows, authRefreshes, factorAccepts, signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();
const onPath = "/mfa?next=%2Flink-problem%3Fcode%3Daccess_denied";
const phone = { id: "factor-1", name: "Phone" };
const tablet = { id: "factor-2", name: "Tablet" };

async function reachChallenge(path = onPath, factors = [phone]) {
  giveSessionCookie({ hasFactor: true });
  platform.use(authKnows({ factors }));
  const app = renderApp(path);
  return { ...app, field: await screen.findByLabelText("Code, 6 digits") };
}

/** Accessible description of a field. */
function saidWith(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

describe("the second factor", () => {
  test("submits after the sixth digit and continues to the destination", async () => {
    const { user, address, field } = await reachChallenge();
    platform.use(...factorAccepts({ factorId: phone.id }));
    expect(document.activeElement).toBe(field);
    await user.type(field, "123456");
    await screen.findByRole("heading", { name: "Sign-in didn’t work" });
    expect(address()).toBe("/link-problem?code=access_denied");
  });

  test("never redirects to another site", async () => {
    const { user, address, field } = await reachChallenge("/mfa?next=https%3A%2F%2Fevil.example%2F");
    // The start page's own requests are irrelevant here.
    platform.use(networkDown());
    platform.use(...factorAccepts({ factorId: phone.id }));
    await user.type(field, "123456");
    await waitFor(() => expect(address()).not.toContain("/mfa"));
    expect(address()).not.toContain("evil");
  });

  test("a wrong code shows an error at the field, and typing starts over", async () => {
    const { user, field, address } = await reachChallenge();
    platform.use(...factorAccepts({ factorId: phone.id }));
    platform.use(
      authFails({ path: `/factors/${phone.id}/verify`, status: 422, code: "mfa_verification_failed" }),
    );
    await user.type(field, "111111");
    await screen.findByText(/That code isn’t correct/);
    expect(saidWith(field)).toContain("Enter the current code");
    await user.keyboard("4");
    expect(field).toHaveProperty("value", "4");
    expect(address()).toBe(onPath);
  });

  test("keeps the digits when the service cannot be reached", async () => {
    const { user, field, address } = await reachChallenge();
    platform.use(...factorAccepts({ factorId: phone.id }));
    platform.use(networkDown({ once: true }));
    await user.type(field, "123456");
    await screen.findByText(/We can’t reach the service/);
    expect(field).toHaveProperty("value", "123456");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(address()).toContain("/link-problem"));
  });

  test("uses the chosen app when there are several", async () => {
    const { user, field, address } = await reachChallenge(onPath, [phone, tablet]);
    platform.use(...factorAccepts({ factorId: tablet.id }));
    await user.selectOptions(screen.getByLabelText("Which app do you have with you?"), "Tablet");
    await user.type(field, "123456");
    await waitFor(() => expect(address()).toContain("/link-problem"));
  });

  test("is skipped after it was removed on another device", async () => {
    giveSessionCookie({ hasFactor: true });
    platform.use(authKnows({ factors: [] }), authRefreshes({ hasFactor: false }));
    const { address } = renderApp(onPath);
    await waitFor(() => expect(address()).toContain("/link-problem"));
  });

  test("offers a retry when the factors cannot be loaded", async () => {
    giveSessionCookie({ hasFactor: true });
    platform.use(authKnows({ factors: [phone] }));
    platform.use(authFails({ path: "/user", status: 429, code: "over_request_rate_limit", once: true }));
    const { user } = renderApp(onPath);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByLabelText("Code, 6 digits");
  });

  test("can be left by signing out", async () => {
    const { user, address } = await reachChallenge();
    platform.use(...signOutWorks());
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toBe("/sign-in?reason=signed-out");
  });

  test("verified in another tab also completes this tab", async () => {
    const { address } = await reachChallenge();
    giveSessionCookie({ hasFactor: true, aal: "aal2" });
    act(() => void dispatchEvent(new Event("focus")));
    await waitFor(() => expect(address()).toContain("/link-problem"));
  });
});

test("without a session the page redirects to sign-in and back", async () => {
  const { address } = renderApp(onPath);
  await screen.findByRole("heading", { name: "Sign in" });
  expect(address()).toBe("/sign-in?next=%2Flink-problem%3Fcode%3Daccess_denied");
});
