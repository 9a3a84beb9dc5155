import { authFails } from "@sheaf/mocks/handlers/auth";
import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { describe, expect, test } from "vitest";
import { checkSession } from "../data/account/check-session.ts";
import { signOutWorks } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

const owned = { workspace_id: "w1", name: "Okafor & Lind", other_members: 0, requests: 3, files: 12 };
const owns = (...returns: (typeof owned)[]) => rpcAnswers({ fn: "sole_ownerships", returns });

async function openDialog(...workspaces: (typeof owned)[]) {
  platform.use(...securityPageOf());
  platform.use(owns(...workspaces));
  giveSessionCookie();
  const app = renderApp("/settings/security");
  await app.user.click(await screen.findByRole("button", { name: "Delete my account" }));
  return app;
}

const findField = () => screen.findByLabelText("Type anna@lind.example to confirm");
const confirm = () => screen.getByRole("button", { name: "Delete account" });

describe("deleting the account", () => {
  test("lists the workspace that will be deleted and its contents", async () => {
    await openDialog(owned);
    await findField();
    const dialog = within(screen.getByRole("dialog", { name: "Delete your account?" }));
    expect(dialog.getByText("Okafor & Lind").parentElement?.textContent).toBe(
      "Okafor & Lind will be deleted too, because it has no other members. Its 3 requests and the 12 files people sent will be deleted for everyone and can’t be recovered.",
    );
  });

  test("focuses the field and stays disabled until the address matches", async () => {
    const { user } = await openDialog();
    const field = await findField();
    expect(document.activeElement).toBe(field);
    await user.type(field, "anna@lind{Enter}");
    expect(screen.getByText("That isn’t the address of this account.")).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    await user.click(confirm());
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("signs out and confirms the deletion", async () => {
    const { user, address } = await openDialog(owned);
    await user.type(await findField(), "Anna@Lind.example");
    platform.use(rpcAnswers({ fn: "delete_account", returns: undefined }), ...signOutWorks());
    await user.click(confirm());
    await screen.findByText("Your account has been deleted and you’re signed out everywhere.");
    expect(address()).toBe("/sign-in?reason=account-deleted");
    expect(document.cookie).toBe("");
  });

  test("confirms it too if the session is found ended before the response", async () => {
    const { user, address } = await openDialog(owned);
    await user.type(await findField(), "Anna@Lind.example");
    platform.use(
      ...signOutWorks(),
      authFails({ path: "/user", status: 403, code: "user_not_found" }),
      (platformUrl) =>
        http.post(`${platformUrl}/rest/v1/rpc/delete_account`, async () => {
          await checkSession();
          return new HttpResponse(null, { status: 204 });
        }),
    );
    await user.click(confirm());
    await screen.findByText("Your account has been deleted and you’re signed out everywhere.");
    expect(address()).toBe("/sign-in?reason=account-deleted");
  });

  test("shows the updated list when the workspaces have changed since", async () => {
    const { user } = await openDialog();
    await user.type(await findField(), "anna@lind.example");
    platform.use(
      rpcFails({ fn: "delete_account", status: 409, code: "PT409", message: "account.changed" }),
      owns(owned),
    );
    await user.click(confirm());
    await screen.findByText(/Your workspaces have changed/);
    await screen.findByText("Okafor & Lind");
    expect(await findField()).toHaveProperty("value", "anna@lind.example");
  });

  test("blocks a sole owner and explains which workspaces need another owner", async () => {
    const { user } = await openDialog({ ...owned, other_members: 2 });
    const dialog = within(await screen.findByRole("dialog", { name: "You’re the only owner" }));
    expect(dialog.getByRole("listitem").textContent).toBe("Okafor & Lind, with 2 other members");
    expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
    await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) ?? document.body);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("offers a retry instead of deletion when the consequences cannot be loaded", async () => {
    platform.use(...securityPageOf());
    platform.use(rpcFails({ fn: "sole_ownerships", status: 422, code: "PT422", message: "unknown" }));
    giveSessionCookie();
    const { user } = renderApp("/settings/security");
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByRole("button", { name: "Delete account" })).toBeNull();
    platform.use(owns());
    await user.click(again);
    await findField();
  });
});
