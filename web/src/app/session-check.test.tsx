import { authFails } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { getSession } from "../lib/session.ts";
import { signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

describe("a page that opens with a session", () => {
  test.each([
    ["that was ended from another device", "session_not_found"],
    ["of an account that is no more", "user_not_found"],
  ] as const)("%s leads to the sign-in page and says why", async (_, code) => {
    platform.use(...securityPageOf(), ...signOutWorks());
    platform.use(authFails({ path: "/user", status: 403, code }));
    giveSessionCookie();
    const { address } = renderApp("/settings/profile");
    await screen.findByText(/Your sign-in has ended/);
    expect(address()).toBe("/sign-in?next=%2Fsettings%2Fprofile&reason=session-ended");
    expect(document.cookie).toBe("");
  });

  test("that cannot be asked about stays signed in", async () => {
    giveSessionCookie();
    platform.use(networkDown());
    renderApp("/settings/profile");
    await screen.findByRole("button", { name: "Try again" });
    expect(getSession().status).toBe("in");
  });
});
