import { authFails, authSendsEmail } from "@sheaf/mocks/handlers/auth";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { authRefreshes, authSignsIn, authTakesChanges, signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();
const anna = { email: "anna@lind.example" };

async function choosePassword(path = "/sign-in?next=/link-problem") {
  const app = renderApp(path);
  const email = await screen.findByLabelText<HTMLInputElement>("Your email");
  await app.user.type(email, "Anna@lind.example");
  await app.user.click(screen.getByRole("button", { name: "Use a password instead" }));
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  return { ...app, email, password };
}

describe("signing in with a password", () => {
  test("keeps the address, focuses the password and continues to the destination", async () => {
    const { user, email, password, address } = await choosePassword();
    expect(email.value).toBe("Anna@lind.example");
    expect(document.activeElement).toBe(password);
    expect([email.autocomplete, password.autocomplete]).toEqual(["username webauthn", "current-password"]);
    platform.use(authRefreshes(anna));
    await user.type(password, "four words in a row{Enter}");
    await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(address()).toBe("/link-problem");
    expect(localStorage.getItem("sheaf:sign-in-method")).toBe("password");
  });

  test("shows the same error for a wrong password and an unknown address, and clears it on typing", async () => {
    const { user, password } = await choosePassword();
    platform.use(authFails({ path: "/token", status: 400, code: "invalid_credentials" }));
    await user.type(password, "wrong{Enter}");
    await screen.findByText(
      "Incorrect email or password. Check both, or sign in with an email code instead.",
    );
    await user.keyboard("n");
    expect(password.value).toBe("n");
  });

  test("an empty password shows an error and sends nothing", async () => {
    const { user, password } = await choosePassword();
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(screen.getByText("Enter your password.")).toBeTruthy();
    expect(password.getAttribute("aria-invalid")).toBe("true");
  });

  test("the typed password can be shown", async () => {
    const { user, password } = await choosePassword();
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(password.type).toBe("text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password.type).toBe("password");
  });

  test("switching to an emailed code works", async () => {
    const { user } = await choosePassword();
    await user.click(screen.getByRole("button", { name: "Use a code instead" }));
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.getByRole("button", { name: "Send me a code" })).toBeTruthy();
  });
});

describe("a forgotten password", () => {
  async function forget() {
    const app = await choosePassword();
    await app.user.click(screen.getByRole("link", { name: "Forgot your password?" }));
    await screen.findByRole("heading", { name: "Choose a new password" });
    return app;
  }

  test("carries the email address over without putting it in the URL", async () => {
    const { address } = await forget();
    expect(screen.getByLabelText("Your email")).toHaveProperty("value", "Anna@lind.example");
    expect(address()).toBe("/forgot-password?next=%2Flink-problem");
  });

  test("shows the same response for every address, also within the one-minute limit", async () => {
    const { user } = await forget();
    platform.use(
      authFails({
        path: "/recover",
        status: 429,
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 42 seconds.",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Send me a code" }));
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.getByText(/^If/).textContent).toContain("If anna@lind.example has an account here");
    expect(screen.getByText(/^Send again in (1:00|0:59)$/)).toBeTruthy();
  });

  test("is replaced with the emailed code, and the page says other devices are signed out", async () => {
    const { user, address } = await forget();
    platform.use(
      authSendsEmail({ path: "/recover" }),
      authSignsIn(anna),
      authTakesChanges(anna),
      authRefreshes(anna),
    );
    await user.click(screen.getByRole("button", { name: "Send me a code" }));
    await user.type(await screen.findByLabelText("Code, 8 digits"), "41970582");
    const password = await screen.findByLabelText<HTMLInputElement>("New password");
    expect(address()).toBe("/reset-password?next=%2Flink-problem");
    expect(password.autocomplete).toBe("new-password");
    await user.type(password, "short{Enter}");
    expect(screen.getByText("Use at least 8 characters.")).toBeTruthy();
    await user.type(password, " no more{Enter}");
    await screen.findByRole("heading", { name: "Your new password is set" });
    expect(screen.getByText(/All other devices have been signed out\.$/, { selector: "p" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(address()).toBe("/link-problem");
  });

  test("shows the reason when the service refuses the new password", async () => {
    const { user } = await forget();
    platform.use(
      authSendsEmail({ path: "/recover" }),
      authSignsIn(anna),
      authFails({ path: "/user", status: 422, code: "same_password" }),
    );
    await user.click(screen.getByRole("button", { name: "Send me a code" }));
    await user.type(await screen.findByLabelText("Code, 8 digits"), "41970582");
    await user.type(await screen.findByLabelText("New password"), "the old one{Enter}");
    await screen.findByText("That’s your current password. Choose a different one.");
  });

  test("cancelling keeps the old password and signs out", async () => {
    const { user, address } = await forget();
    platform.use(authSendsEmail({ path: "/recover" }), authSignsIn(anna), ...signOutWorks());
    await user.click(screen.getByRole("button", { name: "Send me a code" }));
    await user.type(await screen.findByLabelText("Code, 8 digits"), "41970582");
    await user.click(await screen.findByRole("button", { name: "Cancel and sign out" }));
    await screen.findByText("You’re signed out on this device.");
    expect(address()).toBe("/sign-in?next=%2Flink-problem&reason=signed-out");
  });
});

describe("the reset page", () => {
  test("redirects a signed-out visitor to request the email first", async () => {
    const { address } = renderApp("/reset-password?next=/inbox");
    await screen.findByRole("button", { name: "Send me a code" });
    expect(address()).toBe("/forgot-password?next=%2Finbox");
  });

  test("redirects a signed-in user who has not started a reset", async () => {
    giveSessionCookie();
    const { address } = renderApp("/reset-password?next=/link-problem");
    await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(address()).toBe("/link-problem");
  });
});
