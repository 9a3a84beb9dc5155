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

  test("a sign-in older than a day requires an emailed code before the change", async () => {
    const { card, user, field } = await reachForm();
    const sent: unknown[] = [];
    platform.use(
      authFails({ path: "/user", status: 400, code: "reauthentication_needed", once: true }),
      authAnswers({
        method: "put",
        path: "/user",
        body: (body: unknown) => {
          sent.push(body);
          return accountOf({});
        },
      }),
      authAnswers({ path: "/reauthenticate", body: {} }),
    );
    await user.type(field, "four words in a row{Enter}");
    const code = await card.findByLabelText("Code, 8 digits");
    expect(field).toHaveProperty("value", "four words in a row");
    await user.click(card.getByRole("button", { name: "Set password" }));
    await card.findByText(/The confirmation code is missing/);
    await user.type(code, "41970582{Enter}");
    await card.findByText(/Your password has been set/);
    expect(sent).toEqual([expect.objectContaining({ password: "four words in a row", nonce: "41970582" })]);
  });

  test("keeps the typed password when the emailed code is wrong", async () => {
    const { card, user, field } = await reachForm();
    platform.use(
      authFails({ path: "/user", status: 400, code: "reauthentication_needed", once: true }),
      authFails({ path: "/user", status: 422, code: "reauthentication_not_valid" }),
      authAnswers({ path: "/reauthenticate", body: {} }),
    );
    await user.type(field, "four words in a row{Enter}");
    await user.type(await card.findByLabelText("Code, 8 digits"), "11111111{Enter}");
    await card.findByText(/That confirmation code is incorrect or has expired/);
    expect(field).toHaveProperty("value", "four words in a row");
  });

  test.each([
    ["same_password", "That's your current password."],
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

  test("an account with a second factor is redirected to verify it and back", async () => {
    const { user, field, card } = await reachForm();
    platform.use(authFails({ path: "/user", status: 401, code: "insufficient_aal" }));
    await user.type(field, "four words in a row{Enter}");
    await card.findByRole("button", { name: "Enter your code" });
  });
});
