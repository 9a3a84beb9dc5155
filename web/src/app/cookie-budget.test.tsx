import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

async function openProfile(): Promise<void> {
  platform.use(...securityPageOf());
  giveSessionCookie();
  renderApp("/settings/profile");
  await screen.findByRole("link", { name: "Profile" });
}

test("in development the page says when the site's cookies weigh more than 4 kB", async () => {
  document.cookie = `sheaf-auth.4=${"x".repeat(4000)}; Path=/`;
  await openProfile();
  expect(screen.getByText(/The cookies of this site weigh 5 kB; the budget is 6 kB/)).toBeTruthy();
});

test("and nothing of the kind with a session as it usually is", async () => {
  await openProfile();
  expect(screen.queryByText(/cookies of this site/)).toBeNull();
});
