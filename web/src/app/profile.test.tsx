import { restAnswers, restFails, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { securityPageOf } from "../testing/security-page.ts";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();
const named = (display_name: string) => restAnswers({ table: "profiles", rows: [{ display_name }] });

async function reachName() {
  giveSessionCookie();
  const app = renderApp("/settings/profile");
  return { ...app, field: await screen.findByLabelText("Name") };
}

test("a new name is saved, announced and shown in the menu", async () => {
  platform.use(...securityPageOf());
  platform.use(named("Anna Lind"));
  const { user, field } = await reachName();
  expect(field).toHaveProperty("value", "Anna Lind");
  platform.use(rpcAnswers({ fn: "change_name", returns: "Anna Berg" }), named("Anna Berg"));
  await user.clear(field);
  await user.type(field, "  Anna Berg{Enter}");
  await screen.findByText("Your name has been saved.");
  expect(field).toHaveProperty("value", "Anna Berg");
  await screen.findByRole("button", { name: "Account of Anna Berg" });
});

test("a user without a name can enter one", async () => {
  platform.use(...securityPageOf());
  const { user, field } = await reachName();
  expect(field).toHaveProperty("value", "");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Enter your name.");
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("a refused name stays in the field with the reason", async () => {
  platform.use(...securityPageOf());
  platform.use(named("Anna Lind"));
  const { user, field } = await reachName();
  platform.use(rpcFails({ fn: "change_name", status: 422, code: "PT422", message: "profile.name" }));
  await user.clear(field);
  await user.type(field, "Anna");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const message = await screen.findByText(/That name can’t be saved/);
  expect(field.getAttribute("aria-describedby")).toContain(message.id);
  expect(field).toHaveProperty("value", "Anna");
});

test("a failed name query offers a retry", async () => {
  platform.use(...securityPageOf());
  platform.use(restFails({ table: "profiles", status: 422, code: "22000", message: "no" }));
  giveSessionCookie();
  const { user } = renderApp("/settings/profile");
  const again = await screen.findByRole("button", { name: "Try again" });
  platform.use(named("Anna Lind"));
  await user.click(again);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Anna Lind");
});
