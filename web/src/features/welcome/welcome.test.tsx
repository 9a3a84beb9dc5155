import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { clearMember, markMember } from "../../lib/membership-mark.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(restAnswers({ table: "members", rows: [] }));
});

test("an incomplete form leads to its first empty field", async () => {
  const { user } = renderApp("/welcome");
  const create = await screen.findByRole("button", { name: "Create workspace" });
  const name = screen.getByRole("textbox", { name: "Your name" });
  await user.click(create);
  expect(document.activeElement).toBe(name);
  screen.getByText("Enter your name.");
  await user.type(name, "Nora Okafor");
  await user.click(create);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Workspace name" }));
});

test("a recipient without a workspace finds the way to their list", async () => {
  renderApp("/welcome");
  const link = await screen.findByRole("link", { name: "Needed from you" });
  expect(link.getAttribute("href")).toBe("/inbox");
});

test("a member who was removed is told so, and nobody else", async () => {
  markMember("anna");
  renderApp("/welcome");
  await screen.findByText(/^You’re no longer a member of your workspace\./);
  cleanup();
  markMember("mats");
  renderApp("/welcome");
  await screen.findByRole("button", { name: "Create workspace" });
  expect(screen.queryByText(/no longer a member/)).toBeNull();
  clearMember();
});
