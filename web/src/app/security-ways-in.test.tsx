import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { signOutWorks, type TestAccount } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { reachCard, securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

describe("linked accounts", () => {
  const mail = { id: "identity-1", provider: "email", email: "anna@lind.example" };
  const github = { id: "identity-2", provider: "github", email: "anna@hub.example" };

  test("are the providers that the site has switched on, linked or not", async () => {
    const { card } = await reachCard(platform, "Linked accounts", { identities: [mail, github] });
    await card.findByText("anna@hub.example");
    expect(card.getByRole("button", { name: "Link Google" })).toBeTruthy();
    expect(card.queryByText("Local account")).toBeNull();
  });

  test("can be removed while another way in is left", async () => {
    const account: TestAccount = { identities: [mail, github] };
    const { card, user } = await reachCard(platform, "Linked accounts", () => account);
    platform.use(
      authAnswers({
        method: "delete",
        path: `/user/identities/${github.id}`,
        body: () => {
          account.identities = [mail];
          return {};
        },
      }),
    );
    await user.click(await card.findByRole("button", { name: "Remove GitHub" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await card.findByText("GitHub is removed. It does not open your account any more.");
    expect(await card.findByRole("button", { name: "Link GitHub" })).toBeTruthy();
  });

  test("keep the only way in, and say why before anybody tries", async () => {
    const { card } = await reachCard(platform, "Linked accounts", { identities: [github] });
    await card.findByText(/It is your only way to sign in/);
    expect(card.queryByRole("button", { name: "Remove GitHub" })).toBeNull();
  });

  test("keep the one that the address comes from, and say how it can go", async () => {
    const google = { id: "identity-3", provider: "google", email: "Anna@lind.example" };
    const { card } = await reachCard(platform, "Linked accounts", { identities: [google, github] });
    await card.findByText(/Your email comes from Google/);
    expect(card.queryByRole("button", { name: "Remove Google" })).toBeNull();
    expect(card.getByRole("button", { name: "Remove GitHub" })).toBeTruthy();
  });

  test("say in words when the service refuses to remove the last one", async () => {
    const { user, card } = await reachCard(platform, "Linked accounts", { identities: [mail, github] });
    platform.use(
      authFails({
        path: `/user/identities/${github.id}`,
        status: 422,
        code: "single_identity_not_deletable",
      }),
    );
    await user.click(await card.findByRole("button", { name: "Remove GitHub" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByText(/This is your only way to sign in/);
  });

  test("that cannot be linked here leave the page as it is, with the reason", async () => {
    const { user, card } = await reachCard(platform, "Linked accounts", { identities: [mail] });
    platform.use(
      authFails({ path: "/user/identities/authorize", status: 404, code: "manual_linking_disabled" }),
    );
    await user.click(await card.findByRole("button", { name: "Link GitHub" }));
    await card.findByText(/Ways to sign in cannot be joined here/);
  });
});

describe("signing out everywhere", () => {
  async function confirm() {
    const app = await reachCard(platform, "Sign out everywhere");
    await app.user.click(app.card.getByRole("button", { name: "Sign out everywhere" }));
    const dialog = within(screen.getByRole("dialog"));
    return {
      ...app,
      press: () => app.user.click(dialog.getByRole("button", { name: "Sign out everywhere" })),
    };
  }

  test("leads to the sign-in page", async () => {
    const { press, address } = await confirm();
    platform.use(...signOutWorks());
    await press();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toContain("reason=signed-out");
  });

  test("signs this device out also when the service fails, and says that the others were not", async () => {
    const { press, address } = await confirm();
    platform.use(...signOutWorks());
    platform.use(authFails({ path: "/logout", status: 503, code: "unexpected_failure" }));
    await press();
    await screen.findByRole("heading", { name: "Sign in" });
    expect(address()).toContain("reason=others-signed-in");
  });
});

test("passkeys are not offered where the browser knows none", async () => {
  const { card } = await reachCard(platform, "Linked accounts");
  await card.findByRole("button", { name: "Link GitHub" });
  expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull();
});

test("a card that cannot be read says why and offers another try", async () => {
  giveSessionCookie();
  platform.use(...securityPageOf());
  platform.use(authFails({ path: "/user", status: 429, code: "over_request_rate_limit" }));
  const { user } = renderApp("/settings/security");
  const [retry] = await screen.findAllByRole("button", { name: "Try again" });
  platform.use(...securityPageOf());
  if (retry) await user.click(retry);
  await screen.findByText("You have not set one up.");
});
