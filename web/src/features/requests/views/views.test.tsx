import { errorCatalogue } from "@sheaf/contract/errors/describe-error";
import { restAnswers, restFails, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
const gone = "0b7a3c1e-5d2f-4e8a-9c6b-1f2e3d4c5b6a";
const late = { id: "v1", name: "To chase", query: "filter=overdue&sort=due" };
const oldTag = { id: "v2", name: "Private clients", query: `tag=${gone}&assignee=${gone}` };
const viewsAre = (...rows: (typeof late)[]) => restAnswers({ table: "saved_views", rows });
const menuButton = () => screen.findByRole("button", { name: "Views" });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 0, review: 0, overdue: 1, drafts: 0, done: 0, archived: 0, bin: 0 }],
    }),
    rpcAnswers({ fn: "list_requests", returns: [] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
  );
});

test("saved views are read when their menu opens, and one of them is shown", async () => {
  let reads = 0;
  mocks.use(viewsAre(late));
  mocks.use((url) =>
    http.get(`${url}/rest/v1/saved_views`, () => {
      reads += 1;
    }),
  );
  const { user } = renderApp("/requests");
  await screen.findByRole("link", { name: /^Overdue/ });
  const button = await menuButton();
  await screen.findByRole("heading", { name: "No open requests" });
  expect(reads).toBe(0);
  await user.click(button);
  const item = await screen.findByRole("menuitemradio", { name: "To chase" });
  expect(reads).toBe(1);
  expect(item.getAttribute("href")).toBe("/requests?filter=overdue&sort=due");
  await user.click(item);
  await waitFor(() =>
    expect(screen.getByRole("link", { name: /^Overdue/ }).getAttribute("aria-current")).toBe("page"),
  );
  expect(screen.getByRole("combobox", { name: "Sort by" })).toHaveProperty("value", "due");
  await user.click(button);
  expect(screen.getByRole("menuitemradio", { name: "To chase" })).toHaveProperty("ariaChecked", "true");
});

test("the list as it is now is saved under a name", async () => {
  const saved = recordedCalls("save_view");
  mocks.use(viewsAre(), saved.taking);
  const { user } = renderApp("/requests?filter=overdue&due=week");
  await user.click(await screen.findByRole("button", { name: "Save this view" }));
  const dialog = await screen.findByRole("dialog", { name: "Save this view" });
  await user.click(within(dialog).getByRole("button", { name: "Save view" }));
  within(dialog).getByText("Enter a name.");
  mocks.use(viewsAre({ id: "v1", name: "This week", query: "filter=overdue&sort=due&due=week" }));
  await user.type(within(dialog).getByLabelText("Name"), " This week{Enter}");
  await screen.findByText("View “This week” saved");
  expect(screen.queryByRole("dialog")).toBeNull();
  // The button that opened the dialog is gone.
  expect(screen.queryByRole("button", { name: "Save this view" })).toBeNull();
  await waitFor(async () => expect(document.activeElement).toBe(await menuButton()));
  expect(saved.made).toEqual([
    { workspace: "w1", name: "This week", query: "filter=overdue&sort=due&due=week" },
  ]);
});

test("the plain list has nothing to save beside the filters, and a failure is told", async () => {
  mocks.use(viewsAre(), rpcFails({ fn: "save_view", status: 422, code: "PT422", message: "view.too_many" }));
  const { user } = renderApp("/requests");
  await user.click(await menuButton());
  await screen.findByText("No saved views yet");
  expect(screen.queryByRole("button", { name: "Save this view" })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Save this view" }));
  await user.type(await screen.findByLabelText("Name"), "Plain{Enter}");
  await screen.findByText(/^You can save up to 20 views\./);
});

test("a name that is taken replaces the filters of its view, and the toast undoes it", async () => {
  const changed = recordedCalls("change_view");
  mocks.use(viewsAre(late), changed.taking);
  const { user } = renderApp("/requests?filter=done");
  await user.click(await screen.findByRole("button", { name: "Save this view" }));
  await user.type(await screen.findByLabelText("Name"), "to CHASE");
  await screen.findByText("This replaces the filters of your view “To chase”.");
  await user.click(screen.getByRole("button", { name: "Replace view" }));
  await screen.findByText("View “To chase” replaced");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Changed back");
  expect(changed.made).toEqual([
    { view: "v1", query: "filter=done" },
    { view: "v1", query: late.query },
  ]);
});

test("a view is renamed, and deleted with a way back", async () => {
  const changed = recordedCalls("change_view");
  const deleted = recordedCalls("delete_view");
  const saved = recordedCalls("save_view");
  mocks.use(viewsAre(late, oldTag), changed.taking, deleted.taking, saved.taking);
  const { user } = renderApp("/requests");
  const edit = async (item: string) => {
    await user.click(await menuButton());
    await user.click(await screen.findByRole("menuitem", { name: "Edit views" }));
    await user.click(await screen.findByRole("button", { name: "Change “To chase”" }));
    await user.click(screen.getByRole("menuitem", { name: item }));
  };
  await edit("Rename");
  const name = screen.getByLabelText("Name");
  await user.clear(name);
  await user.type(name, "private CLIENTS{Enter}");
  await screen.findByText(errorCatalogue["view.exists"].what, { exact: false });
  await user.clear(name);
  await user.type(name, "Late{Enter}");
  await screen.findByText("View renamed to “Late”");
  expect(changed.made).toEqual([{ view: "v1", name: "Late" }]);

  await edit("Delete");
  await screen.findByText("View “To chase” deleted");
  expect(deleted.made).toEqual([{ view: "v1" }]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Changed back");
  expect(saved.made).toEqual([{ workspace: "w1", name: "To chase", query: late.query }]);
});

test("a view with a deleted tag and a former member says so, and each can be cleared", async () => {
  mocks.use(viewsAre(oldTag));
  const { user } = renderApp("/requests");
  await user.click(await menuButton());
  await user.click(await screen.findByRole("menuitemradio", { name: "Private clients" }));
  await screen.findByRole("button", { name: "Assignee: Former member" });
  await user.click(await screen.findByRole("button", { name: "Clear the filter Tag: Deleted" }));
  expect(screen.queryByRole("button", { name: "Tag: Deleted" })).toBeNull();
});

test("views that can't be read leave the list as it is, and are read again on request", async () => {
  mocks.use(viewsAre(late));
  mocks.use(restFails({ table: "saved_views", status: 400, code: "57P03", message: "no", once: true }));
  const { user } = renderApp("/requests");
  await user.click(await menuButton());
  await screen.findByText("Your views couldn’t be loaded.");
  await user.click(screen.getByRole("menuitem", { name: "Try again" }));
  await user.click(await menuButton());
  await screen.findByRole("menuitemradio", { name: "To chase" });
});
