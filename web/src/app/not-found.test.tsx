import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

describe("an unknown URL", () => {
  test("shows a not-found page with a home link when signed out", async () => {
    renderApp("/nowhere");
    await screen.findByRole("heading", { level: 1, name: "Page not found" });
    expect(screen.getByRole("link", { name: "Sheaf, home page" }).getAttribute("href")).toBe("/");
    expect(screen.getByRole("link", { name: "Go to the home page" })).toBeTruthy();
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  test("keeps the navigation when signed in", async () => {
    giveSessionCookie();
    platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "profiles", rows: [] }));
    renderApp("/requests-typo");
    await screen.findByRole("heading", { level: 1, name: "Page not found" });
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Sheaf, start page" })).toBeTruthy();
  });
});

test("/settings redirects to the profile", async () => {
  giveSessionCookie();
  platform.use(restAnswers({ table: "members", rows: [] }), restAnswers({ table: "profiles", rows: [] }));
  const { address } = renderApp("/settings");
  await screen.findByRole("region", { name: "Your name" });
  expect(address()).toBe("/settings/profile");
});
