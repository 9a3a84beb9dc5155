import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { describe, expect, test } from "vitest";
import { accountOf } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { reachCard } from "../testing/security-page.ts";

const platform = mockPlatform();

describe("the password", () => {
  async function reachForm() {
    const app = await reachCard(platform, "Password");
    await app.user.click(app.card.getByRole("button", { name: "Set or change password" }));
    const field = app.card.getByLabelText("New password");
    expect(document.activeElement).toBe(field);
    return { ...app, field };
  }

  test("is saved, and the page says what happened to other devices", async () => {
    const { card, user, field } = await reachForm();
    platform.use(authAnswers({ method: "put", path: "/user", body: accountOf({}) }));
    await user.type(field, "four words in a row{Enter}");
    await card.findByText("Your password has been set. Your other devices have been signed out.");
  });

  test.each([
    ["same_password", "That’s your current password."],
    ["weak_password", "That password is too easy to guess."],
  ] as const)("that is refused as %s says so at the field", async (code, sentence) => {
    const { card, user, field } = await reachForm();
    platform.use(authFails({ path: "/user", status: 422, code }));
    await user.type(field, "four words in a row{Enter}");
    await card.findByText(new RegExp(sentence));
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("a password that is too short is not submitted", async () => {
    const { card, user, field } = await reachForm();
    await user.type(field, "short{Enter}");
    await card.findByText("Use at least 8 characters.");
    expect(document.activeElement).toBe(field);
  });

  test.each(["password", "Sunshine", "1234567890"])(
    "that is one of the commonest is not submitted: %s",
    async (common) => {
      const { card, user, field } = await reachForm();
      await user.type(field, `${common}{Enter}`);
      await card.findByText("That’s one of the most common passwords. Choose a different one.");
      expect(document.activeElement).toBe(field);
    },
  );

  test("an account with a second factor is redirected to verify it and back", async () => {
    const { user, field, card } = await reachForm();
    platform.use(authFails({ path: "/user", status: 401, code: "insufficient_aal" }));
    await user.type(field, "four words in a row{Enter}");
    await card.findByRole("button", { name: "Enter your code" });
  });
});
