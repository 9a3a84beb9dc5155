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

test("a new name is kept, said, and shown in the menu", async () => {
  platform.use(...securityPageOf());
  platform.use(named("Anna Lind"));
  const { user, field } = await reachName();
  expect(field).toHaveProperty("value", "Anna Lind");
  platform.use(rpcAnswers({ fn: "change_name", returns: "Anna Berg" }), named("Anna Berg"));
  await user.clear(field);
  await user.type(field, "  Anna Berg{Enter}");
  await screen.findByText("Your name is saved.");
  expect(field).toHaveProperty("value", "Anna Berg");
  await screen.findByRole("button", { name: "Account of Anna Berg" });
});

test("somebody who never said their name may say it here", async () => {
  platform.use(...securityPageOf());
  const { user, field } = await reachName();
  expect(field).toHaveProperty("value", "");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Tell people your name.");
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("a name that was refused stays typed, with the reason at its field", async () => {
  platform.use(...securityPageOf());
  platform.use(named("Anna Lind"));
  const { user, field } = await reachName();
  platform.use(rpcFails({ fn: "change_name", status: 422, code: "PT422", message: "profile.name" }));
  await user.clear(field);
  await user.type(field, "Anna");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const said = await screen.findByText(/Your name cannot be kept as it is/);
  expect(field.getAttribute("aria-describedby")).toContain(said.id);
  expect(field).toHaveProperty("value", "Anna");
});

test("a name that cannot be read offers another try", async () => {
  platform.use(...securityPageOf());
  platform.use(restFails({ table: "profiles", status: 422, code: "22000", message: "no" }));
  giveSessionCookie();
  const { user } = renderApp("/settings/profile");
  const again = await screen.findByRole("button", { name: "Try again" });
  platform.use(named("Anna Lind"));
  await user.click(again);
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Anna Lind");
});
