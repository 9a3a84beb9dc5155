import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { authOffers } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";

const platform = mockPlatform();

test("providers that are switched on stand below the form, and nothing else does", async () => {
  platform.use(authOffers({ providers: ["github", "gitlab"] }));
  renderApp("/sign-in");
  await screen.findByRole("button", { name: "Continue with GitHub" });
  expect(screen.getAllByRole("button", { name: /Continue with/ })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});

test.each([
  ["keycloak", "Last time you continued with Local account here."],
  ["passkey", "Last time you used a passkey here."],
  ["password", "Last time you used your password here."],
  ["link", "Last time you opened the link in the mail here."],
])("a page remembers the way by %s", async (method, words) => {
  localStorage.setItem("sheaf:sign-in-method", method);
  renderApp("/sign-in");
  await screen.findByText(words);
});
