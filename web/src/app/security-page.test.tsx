import { authFails } from "@sheaf/mocks/handlers/auth";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { reachCard, securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

describe("signing out everywhere", () => {
  async function confirm() {
    const app = await reachCard(platform, "Signed-in devices");
    await app.user.click(app.card.getByRole("button", { name: "Sign out everywhere" }));
    const dialog = within(screen.getByRole("dialog"));
    return {
      ...app,
      press: () => app.user.click(dialog.getByRole("button", { name: "Sign out everywhere" })),
    };
  }

  test("redirects to the sign-in page", async () => {
    const { press, address } = await confirm();
    platform.use(...signOutWorks());
    await press();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toContain("reason=signed-out-everywhere");
    screen.getByText("You’re signed out on all your devices.");
  });

  test("signs this device out even if the service fails, and says the others are still signed in", async () => {
    const { press, address } = await confirm();
    platform.use(...signOutWorks());
    platform.use(authFails({ path: "/logout", status: 503, code: "unexpected_failure" }));
    await press();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toContain("reason=others-signed-in");
  });
});

test("a card that fails to load shows the reason and a retry button", async () => {
  giveSessionCookie();
  platform.use(...securityPageOf());
  platform.use(authFails({ path: "/user", status: 429, code: "over_request_rate_limit" }));
  const { user } = renderApp("/settings/security");
  const [retry] = await screen.findAllByRole("button", { name: "Try again" });
  platform.use(...securityPageOf());
  if (retry) await user.click(retry);
  await screen.findByText("Two-factor authentication is off.");
});
