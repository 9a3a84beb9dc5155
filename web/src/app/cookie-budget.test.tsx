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

test("development shows a warning when the site's cookies exceed 4 kB", async () => {
  document.cookie = `sheaf-auth.4=${"x".repeat(4000)}; Path=/`;
  await openProfile();
  expect(screen.getByText(/This site’s cookies take up 5 kB; the budget is 6 kB/)).toBeTruthy();
});

test("a session of normal size shows no cookie warning", async () => {
  await openProfile();
  expect(screen.queryByText(/This site’s cookies/)).toBeNull();
});
