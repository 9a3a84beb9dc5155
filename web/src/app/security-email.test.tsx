import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { accountOf, authSignsIn, type TestAccount } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { reachCard } from "../testing/security-page.ts";

const platform = mockPlatform();

describe("the email", () => {
  test("changes after both addresses confirm with their codes", async () => {
    const account: TestAccount = {};
    const { card, user } = await reachCard(platform, "Email", () => account);
    await user.click(await card.findByRole("button", { name: "Change your email" }));
    await user.type(card.getByLabelText("New email"), " Anna@New.example");
    platform.use(
      authAnswers({
        method: "put",
        path: "/user",
        body: () => {
          account.newEmail = "anna@new.example";
          return accountOf(account);
        },
      }),
    );
    await user.click(card.getByRole("button", { name: "Email both addresses" }));
    await card.findByText("0 of 2 confirmed");

    platform.use(
      authAnswers({
        method: "post",
        path: "/verify",
        body: { msg: "Confirmation link accepted", code: "200" },
      }),
    );
    await user.type(card.getByLabelText("Code sent to anna@lind.example"), "12345678");
    await card.findByText("1 of 2 confirmed");
    expect(card.queryByLabelText("Code sent to anna@lind.example")).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));

    account.email = "anna@new.example";
    delete account.newEmail;
    platform.use(authSignsIn({ email: "anna@new.example" }));
    await user.type(card.getByLabelText("Code sent to anna@new.example"), "87654321");
    await card.findByText("Your email has been changed. Sign in with anna@new.example from now on.");
    await waitFor(() => expect(card.getByText("anna@new.example")).toBeTruthy());
  });

  test("a change completed by a link is announced once", async () => {
    localStorage.setItem("sheaf:pending-email", "anna@new.example");
    const { card } = await reachCard(platform, "Email", { email: "anna@new.example" });
    await card.findByText("Your email has been changed. Sign in with anna@new.example from now on.");
    await waitFor(() => expect(localStorage.getItem("sheaf:pending-email")).toBeNull());
  });

  test("a half-confirmed change is still shown after a reload", async () => {
    localStorage.setItem("sheaf:email-change", "anna@lind.example");
    const { card } = await reachCard(platform, "Email", { newEmail: "anna@new.example" });
    await card.findByText("1 of 2 confirmed");
    expect(card.getByText("anna@lind.example has confirmed.")).toBeTruthy();
    expect(card.getByLabelText("Code sent to anna@new.example")).toBeTruthy();
  });

  test("a wrong code shows an error at its field", async () => {
    const { card, user } = await reachCard(platform, "Email", { newEmail: "anna@new.example" });
    platform.use(authFails({ path: "/verify", status: 403, code: "otp_expired" }));
    await user.type(await card.findByLabelText("Code sent to anna@new.example"), "11111111");
    await card.findByText(/That code is wrong or no longer valid/);
  });

  test("an address of another account is refused and stays in the field", async () => {
    const { card, user } = await reachCard(platform, "Email");
    await user.click(await card.findByRole("button", { name: "Change your email" }));
    platform.use(authFails({ path: "/user", status: 422, code: "email_exists" }));
    await user.type(card.getByLabelText("New email"), "mats@lind.example{Enter}");
    await card.findByText(/Another account already uses this address/);
    expect(card.getByLabelText("New email")).toHaveProperty("value", "mats@lind.example");
  });

  test("the emails can be sent again", async () => {
    const { card, user } = await reachCard(platform, "Email", { newEmail: "anna@new.example" });
    platform.use(authAnswers({ method: "post", path: "/resend", body: {} }));
    await user.click(await card.findByRole("button", { name: "Send both emails again" }));
    await card.findByText("We sent both emails again. Their codes replace the previous ones.");
  });
});
