import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

test("recipients without a workspace can open the settings tabs", async () => {
  platform.use(...securityPageOf());
  giveSessionCookie();
  const { user, address } = renderApp("/inbox");
  await user.click(await screen.findByRole("button", { name: "Account of anna@lind.example" }));
  await user.click(screen.getByRole("menuitem", { name: "Settings" }));
  const tab = await screen.findByRole("link", { name: "Profile" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Settings");
  expect(tab.getAttribute("aria-current")).toBe("page");
  await waitFor(() => expect(document.title).toBe("Profile · Sheaf"));

  await user.click(screen.getByRole("link", { name: "Security" }));
  await waitFor(() => expect(document.title).toBe("Security · Sheaf"));
  expect(address()).toBe("/settings/security");
  expect(screen.getByRole("link", { name: "Security" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Profile" }).getAttribute("aria-current")).toBeNull();
});
