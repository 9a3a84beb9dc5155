import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { TestAccount } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { reachCard } from "../testing/security-page.ts";

const platform = mockPlatform();

describe("linked accounts", () => {
  const emailIdentity = { id: "identity-1", provider: "email", email: "anna@lind.example" };
  const github = { id: "identity-2", provider: "github", email: "anna@hub.example" };

  test("lists every enabled provider, linked or not", async () => {
    const { card } = await reachCard(platform, "Linked accounts", { identities: [emailIdentity, github] });
    await card.findByText("anna@hub.example");
    expect(card.getByRole("button", { name: "Link Google" })).toBeTruthy();
    expect(card.queryByText("Local account")).toBeNull();
  });

  test("an account can be unlinked while another sign-in method remains", async () => {
    const account: TestAccount = { identities: [emailIdentity, github] };
    const { card, user } = await reachCard(platform, "Linked accounts", () => account);
    platform.use(
      authAnswers({
        method: "delete",
        path: `/user/identities/${github.id}`,
        body: () => {
          account.identities = [emailIdentity];
          return {};
        },
      }),
    );
    await user.click(await card.findByRole("button", { name: "Remove GitHub" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await card.findByText("GitHub has been removed and can no longer sign you in.");
    expect(await card.findByRole("button", { name: "Link GitHub" })).toBeTruthy();
  });

  test("the only sign-in method cannot be unlinked, and the card says why", async () => {
    const { card } = await reachCard(platform, "Linked accounts", { identities: [github] });
    await card.findByText(/This is your only sign-in method/);
    expect(card.queryByRole("button", { name: "Remove GitHub" })).toBeNull();
  });

  test("the identity that provides the address cannot be unlinked, and the card says how to change that", async () => {
    const google = { id: "identity-3", provider: "google", email: "Anna@lind.example" };
    const { card } = await reachCard(platform, "Linked accounts", { identities: [google, github] });
    await card.findByText(/Your email comes from Google/);
    expect(card.queryByRole("button", { name: "Remove Google" })).toBeNull();
    expect(card.getByRole("button", { name: "Remove GitHub" })).toBeTruthy();
  });

  test("shows an error when the service refuses to unlink the last method", async () => {
    const { user, card } = await reachCard(platform, "Linked accounts", {
      identities: [emailIdentity, github],
    });
    platform.use(
      authFails({
        path: `/user/identities/${github.id}`,
        status: 422,
        code: "single_identity_not_deletable",
      }),
    );
    await user.click(await card.findByRole("button", { name: "Remove GitHub" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByText(/This is your only sign-in method/);
  });

  test("a refused link shows the reason and stays on the page", async () => {
    const { user, card } = await reachCard(platform, "Linked accounts", { identities: [emailIdentity] });
    platform.use(
      authFails({ path: "/user/identities/authorize", status: 404, code: "manual_linking_disabled" }),
    );
    await user.click(await card.findByRole("button", { name: "Link GitHub" }));
    await card.findByText(/Sign-in methods can’t be linked here/);
  });
});

test("passkeys are hidden in browsers without support", async () => {
  const { card } = await reachCard(platform, "Linked accounts");
  await card.findByRole("button", { name: "Link GitHub" });
  expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull();
});
