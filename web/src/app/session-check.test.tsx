import { authFails } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { getSession } from "../lib/auth/session.ts";
import { signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

describe("a page that opens with a session", () => {
  test.each([
    ["signed out from another device", "session_not_found"],
    ["whose account was deleted", "user_not_found"],
  ] as const)("%s redirects to the sign-in page with the reason", async (_, code) => {
    platform.use(...securityPageOf(), ...signOutWorks());
    platform.use(authFails({ path: "/user", status: 403, code }));
    giveSessionCookie();
    const { address } = renderApp("/settings/profile");
    await screen.findByText(/Your session has ended/);
    expect(address()).toBe("/sign-in?next=%2Fsettings%2Fprofile&reason=session-ended");
    expect(document.cookie).toBe("");
  });

  test("stays signed in when the service cannot be reached", async () => {
    giveSessionCookie();
    platform.use(networkDown());
    renderApp("/settings/profile");
    await screen.findByRole("button", { name: "Try again" });
    expect(getSession().status).toBe("in");
  });
});
