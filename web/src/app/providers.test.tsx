import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { authOffers } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";

const platform = mockPlatform();

test("only enabled providers are shown below the form", async () => {
  platform.use(authOffers({ providers: ["github", "gitlab"] }));
  renderApp("/sign-in");
  await screen.findByRole("button", { name: "Continue with GitHub" });
  expect(screen.getAllByRole("button", { name: /Continue with/ })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});

test.each([
  ["keycloak", "Last time you signed in here with Local account."],
  ["passkey", "Last time you signed in here with a passkey."],
  ["password", "Last time you signed in here with your password."],
  ["link", "Last time you signed in here with an emailed link."],
])("a page remembers the way by %s", async (method, text) => {
  localStorage.setItem("sheaf:sign-in-method", method);
  renderApp("/sign-in");
  await screen.findByText(text);
});
