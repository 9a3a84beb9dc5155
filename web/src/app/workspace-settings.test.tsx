import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { emptyInbox } from "../testing/empty-inbox.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { recordedCalls } from "../testing/recorded-calls.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

type Role = "owner" | "admin" | "member";

const nameIs = (name: string, role: Role = "owner") =>
  restAnswers({ table: "members", rows: [{ role, workspaces: { id: "w1", name } }] });

function open(path: string, role: Role = "owner") {
  giveSessionCookie();
  platform.use(
    ...emptyInbox,
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    nameIs("Okafor & Lind", role),
    rpcAnswers({ fn: "workspace_invitations", returns: [] }),
  );
  return renderApp(path);
}

const bar = () => screen.queryByRole("region", { name: "Unsaved changes" });
const nameField = async () => screen.findByLabelText<HTMLInputElement>("Workspace name");
const retype = async (user: UserEvent, text: string) => {
  const field = await nameField();
  await user.clear(field);
  await user.type(field, text);
};

test("settings have one address for each page, and the former ones still lead there", async () => {
  const { user, address } = open("/settings/workspace/tags?workspace=w1");
  await screen.findByRole("region", { name: "Tags" });
  expect(address()).toBe("/settings/workspace/requests?workspace=w1");
  const tabs = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Profile",
    "Security",
    "Notifications",
    "General",
    "Members & security",
    "Requests",
    "Email",
    "Danger",
  ]);
  for (const [tab, card] of [
    ["General", "Name and logo"],
    ["Members & security", "Require two-factor authentication"],
    ["Email", "Reminders"],
    ["Danger", "Delete workspace"],
  ] as const) {
    await user.click(tabs.getByRole("link", { name: tab }));
    await screen.findByRole("region", { name: card });
    expect(tabs.getByRole("link", { name: tab }).getAttribute("aria-current")).toBe("page");
  }
});

test("members who may change nothing on a page are led to one that shows them something", async () => {
  const { address } = open("/settings/workspace", "member");
  await screen.findByRole("region", { name: "Members" });
  expect(address()).toBe("/settings/workspace/members?workspace=w1");
  const tabs = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(tabs.queryByRole("link", { name: "General" })).toBeNull();
  expect(tabs.queryByRole("link", { name: "Email" })).toBeNull();
});

test("someone in one workspace finds a new one in the menu of the account", async () => {
  const { user, address } = open("/settings/workspace/members");
  await user.click(await screen.findByRole("button", { name: "Account of Nora Okafor" }));
  await user.click(await screen.findByRole("menuitem", { name: "New workspace" }));
  await waitFor(() => expect(address()).toBe("/welcome?another=yes"));
});

describe("one bar saves a page", () => {
  test("it names what has changed, and is there only while something has", async () => {
    const { user } = open("/settings/workspace");
    await nameField();
    expect(bar()).toBeNull();
    await retype(user, "Lind & Partners");
    await user.click(screen.getByRole("radio", { name: "Blue" }));
    expect(bar()?.textContent).toMatch(/^2 changes Name and accent colour\./);
    expect(screen.getByText("Not saved: Name and accent colour").getAttribute("role")).toBe("status");
    await user.click(screen.getByRole("radio", { name: "Green" }));
    expect(bar()?.textContent).toMatch(/^1 change Name\./);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(bar()).toBeNull();
    expect((await nameField()).value).toBe("Okafor & Lind");
    // The button that was pressed is gone.
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "General settings" }));
  });

  test("it saves only what has changed", async () => {
    const { user } = open("/settings/workspace");
    const renamed = recordedCalls("rename_workspace");
    platform.use(renamed.taking);
    await retype(user, " Lind & Partners ");
    platform.use(nameIs("Lind & Partners"));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Saved. Recipients see it now.");
    expect(renamed.made).toEqual([{ workspace: "w1", name: "Lind & Partners" }]);
    await waitFor(() => expect(bar()).toBeNull());
    expect((await nameField()).value).toBe("Lind & Partners");
  });

  test("a refused part stays, and what was saved before it doesn't", async () => {
    const { user } = open("/settings/workspace");
    platform.use(
      rpcAnswers({ fn: "rename_workspace", returns: undefined }),
      rpcFails({ fn: "set_workspace_branding", status: 503, code: "PGRST000", message: "down" }),
    );
    await retype(user, "Lind");
    await user.click(screen.getByRole("radio", { name: "Blue" }));
    platform.use(nameIs("Lind"));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(bar()?.querySelector("[role=alert]")).toBeTruthy());
    expect(bar()?.textContent).toMatch(/^1 change Accent colour\./);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Blue" }).checked).toBe(true);
  });

  test("an empty name is said at the field, which gets the focus", async () => {
    const { user } = open("/settings/workspace");
    const field = await nameField();
    await user.clear(field);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Enter a workspace name.");
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("leaving with changes asks first", async () => {
    const { user, address } = open("/settings/workspace/email");
    await user.selectOptions(await screen.findByLabelText("Time zone"), "Asia/Tokyo");
    expect(bar()?.textContent).toMatch(/^1 change Time zone\./);
    await user.click(screen.getByRole("link", { name: "Danger" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await user.click(dialog.getByRole("button", { name: "Stay here" }));
    expect(address()).toBe("/settings/workspace/email");
    expect(screen.getByLabelText<HTMLSelectElement>("Time zone").value).toBe("Asia/Tokyo");
  });

  test("leaving by the menu of the account asks first, too", async () => {
    const { user, address } = open("/settings/workspace");
    await retype(user, "Lind & Partners");
    await user.click(screen.getByRole("button", { name: "Account of Nora Okafor" }));
    await user.click(await screen.findByRole("menuitem", { name: "Help" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    expect(address()).toContain("/settings/workspace");
    await user.click(dialog.getByRole("button", { name: "Leave" }));
    await screen.findByRole("heading", { level: 1, name: "Help" });
  });

  test("days that can't be kept are said at their field, and nothing is sent", async () => {
    const { user } = open("/settings/workspace/requests");
    const set = recordedCalls("set_retention");
    platform.use(set.taking);
    const days = await screen.findByLabelText("Days");
    const save = () => user.click(screen.getByRole("button", { name: "Save changes" }));
    await user.type(days, "20");
    await save();
    await screen.findByText(/^Enter a number from 30/);
    expect(set.made).toEqual([]);
    await user.clear(days);
    await user.type(days, "90");
    await save();
    await screen.findByText("Saved.");
    expect(set.made).toEqual([{ workspace: "w1", days: 90, sensitive_days: null }]);
  });
});
