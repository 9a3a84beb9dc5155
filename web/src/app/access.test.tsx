import { authAnswers } from "@sheaf/mocks/handlers/auth";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { factorAccepts } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();
const access = (second_factor_required: boolean) =>
  rpcAnswers({ fn: "my_access", returns: [{ second_factor_required, must_enroll: false }] });

function lapsed(required = true) {
  giveSessionCookie();
  platform.use(
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "recipients", rows: [] }),
    restAnswers({ table: "profiles", rows: [] }),
    access(required),
  );
}

describe("a member whose workspace requires two-factor authentication", () => {
  test.each(["/", "/requests", "/requests/new"])("is redirected from %s to the setup page", async (path) => {
    lapsed();
    const { address } = renderApp(path);
    await screen.findByRole("heading", { level: 1, name: "Set up an authenticator app" });
    expect(screen.getByText(/Your workspace requires two-factor authentication/)).toBeTruthy();
    expect(address()).toBe(`/mfa?next=${encodeURIComponent(path)}`);
  });

  test("sets up an app, saves the backup codes and returns to the page", async () => {
    lapsed();
    const { user, address } = renderApp("/requests/new");
    platform.use(
      authAnswers({
        method: "post",
        path: "/factors",
        body: { id: "f1", type: "totp", totp: { qr_code: "<svg/>", secret: "JBSWY3DPEHPK3PXP", uri: "" } },
      }),
      ...factorAccepts({ factorId: "f1" }),
      rpcAnswers({ fn: "create_backup_codes", returns: ["aaaa-bbbb-cccc", "dddd-eeee-ffff"] }),
    );
    await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
    await user.type(await screen.findByLabelText("Then enter the 6-digit code it shows"), "123456");
    await screen.findByRole("heading", { level: 1, name: "Save your backup codes" });
    expect(screen.getByText("aaaa-bbbb-cccc")).toBeTruthy();
    platform.use(
      restAnswers({
        table: "members",
        rows: [{ role: "owner", workspaces: { id: "w1", name: "Lind" } }],
      }),
    );
    await user.click(screen.getByRole("button", { name: "I’ve saved these codes" }));
    await screen.findByRole("heading", { level: 1, name: "New request" });
    expect(address()).toBe("/requests/new");
  });
});

test("a user without a workspace is asked to create one", async () => {
  lapsed(false);
  const { address } = renderApp("/requests");
  await screen.findByRole("button", { name: /workspace|Continue|Create/ });
  expect(address()).toBe("/welcome?next=%2Frequests");
});

test("a failed workspace query shows an error with a retry button", async () => {
  lapsed(false);
  platform.use(rpcFails({ fn: "my_access", status: 400, code: "22000", message: "broken" }));
  renderApp("/requests");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("an external link cannot open the authenticator app setup", async () => {
  lapsed(false);
  const { address } = renderApp("/mfa?next=%2Finbox&setUp=workspace");
  await waitFor(() => expect(address()).not.toBe("/"));
  expect(screen.queryByRole("heading", { name: "Set up an authenticator app" })).toBeNull();
});
