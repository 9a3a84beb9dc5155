import type { Database } from "@sheaf/contract/database.types";
import { type AnswerRow, restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listedRow } from "../../../data/requests/request.fixtures.ts";
import { isoDay } from "../../../lib/dates.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

type ListedRow = Database["public"]["Functions"]["list_requests"]["Returns"][number];

const mocks = mockPlatform();
const titles = ["One", "Two", "Three", "Four"];
const rows = (over: Partial<AnswerRow<"requests">>) =>
  titles.map((title, index) => listedRow({ ...over, id: `r${index + 1}`, title }));
const listIs = (listed: AnswerRow<"requests">[]) =>
  rpcAnswers({ fn: "list_requests", returns: listed as ListedRow[] });
const bar = () => screen.findByRole("group", { name: "Selected requests" });
const box = (title: string) => screen.findByRole("checkbox", { name: `Select ${title}` });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 4, review: 0, overdue: 0, drafts: 0, done: 4, archived: 0, bin: 0 }],
    }),
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
  );
});

test("rows are selected one by one, by range, all at once and by key, and Escape ends it", async () => {
  mocks.use(listIs(rows({})));
  const { user } = renderApp("/requests");

  await user.click(await box("One"));
  const shown = await bar();
  within(shown).getByText("1 selected");
  await user.keyboard("{Shift>}");
  await user.click(await box("Three"));
  await user.keyboard("{/Shift}");
  within(shown).getByText("3 selected");
  await user.click(await box("Two"));
  within(shown).getByText("2 selected");
  expect(screen.getByRole("checkbox", { name: "Select all" })).toHaveProperty("indeterminate", true);
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  within(shown).getByText("4 selected");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("group", { name: "Selected requests" })).toBeNull();

  await user.click(await box("One"));
  await user.keyboard("jx");
  within(await bar()).getByText("2 selected");
  expect(await box("Two")).toHaveProperty("checked", true);
});

test("the bin is a tab while it holds something, and its requests can only be restored or downloaded", async () => {
  const restored = recordedCalls("restore_request");
  mocks.use(
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 0, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 4 }],
    }),
    listIs(rows({ status: "cancelled", archived_at: "2026-11-20T10:00:00Z" })),
    restored.taking,
  );
  const { user } = renderApp("/requests");
  await user.click(await screen.findByRole("link", { name: "Bin4" }));
  await screen.findByText(/^Deleted requests stay here for 14 days\./);
  await user.click(await box("Two"));
  const buttons = within(await bar()).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Download", "Restore", "Clear Esc"]);
  await user.click(within(await bar()).getByRole("button", { name: "Restore" }));
  await screen.findByText("1 request restored");
  expect(restored.made).toEqual([{ request: "r2" }]);
});

test("without anything in the bin there is no tab for it", async () => {
  mocks.use(listIs(rows({})));
  renderApp("/requests");
  await box("One");
  expect(screen.queryByRole("link", { name: /^Bin/ })).toBeNull();
});

test("selected requests are archived, and the toast undoes it", async () => {
  const archived = recordedCalls("archive_request");
  const unarchived = recordedCalls("unarchive_request");
  mocks.use(listIs(rows({ status: "done" })), archived.taking, unarchived.taking);
  const { user } = renderApp("/requests?filter=done");

  await user.click(await box("One"));
  await user.click(await box("Four"));
  await user.click(within(await bar()).getByRole("button", { name: "Archive" }));
  await screen.findByText("2 requests archived");
  expect(screen.queryByRole("group", { name: "Selected requests" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("2 requests unarchived");
  const both = [{ request: "r1" }, { request: "r4" }];
  expect(archived.made).toEqual(both);
  expect(unarchived.made).toEqual(both);
});

test("a request that can't be changed is named, stays selected, and the others have changed", async () => {
  const cancelled = recordedCalls("cancel_request");
  mocks.use(
    listIs(rows({})),
    rpcFails({ fn: "cancel_request", status: 409, code: "PT409", message: "request.closed", once: true }),
    cancelled.taking,
  );
  const { user } = renderApp("/requests");

  await user.click(await box("One"));
  await user.click(await box("Two"));
  await user.click(within(await bar()).getByRole("button", { name: "More acts" }));
  await user.click(screen.getByRole("menuitem", { name: "Cancel requests" }));
  const question = screen.getByRole("dialog", { name: "Cancel 2 requests?" });
  await user.click(within(question).getByRole("button", { name: "Cancel requests" }));
  const failed = await screen.findByRole("dialog", { name: "1 of 2 requests wasn’t cancelled" });
  within(failed).getByText("One");
  await user.click(within(failed).getByRole("button", { name: "Try again" }));
  await screen.findByText("2 requests cancelled");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(cancelled.made).toEqual([{ request: "r2" }, { request: "r1" }]);
});

test("another filter begins without a selection, and still tells how an act has ended", async () => {
  mocks.use(
    listIs(rows({ status: "done" })),
    rpcFails({ fn: "archive_request", status: 409, code: "PT409", message: "request.closed" }),
  );
  const { user } = renderApp("/requests?filter=done");

  await user.click(await box("One"));
  await user.click(within(await bar()).getByRole("button", { name: "Archive" }));
  await user.click(screen.getByRole("link", { name: /^Open/ }));
  const failed = await screen.findByRole("dialog", { name: "1 of 1 request wasn’t archived" });
  await user.click(within(failed).getAllByRole("button", { name: "Close" })[0] ?? failed);
  expect(await box("One")).toHaveProperty("checked", false);
  expect(screen.queryByRole("group", { name: "Selected requests" })).toBeNull();
});

describe("the due date of the selected requests", () => {
  const due = (dates: (string | null)[]) =>
    titles.map((title, index) => listedRow({ id: `r${index + 1}`, title, due_on: dates[index] ?? null }));
  const tomorrow = isoDay(new Date(Date.now() + 86_400_000));
  const yesterday = isoDay(new Date(Date.now() - 86_400_000));

  test("is set for those that haven't ended, and the toast undoes it", async () => {
    const changed = recordedCalls("change_due_date", true);
    const [one, two, three] = due([yesterday, null]);
    if (!one || !two || !three) throw new Error("The list has four rows");
    mocks.use(listIs([one, two, { ...three, status: "done" }]), changed.taking);
    const { user } = renderApp("/requests");

    for (const title of ["One", "Two", "Three"]) await user.click(await box(title));
    await user.click(within(await bar()).getByRole("button", { name: "Due date (2)" }));
    const dialog = screen.getByRole("dialog", { name: "Due date for 2 requests" });
    within(dialog).getByText("Recipients of 2 open requests get an email about the change in 10 minutes.");
    within(dialog).getByText("1 selected request is left out because it is done or cancelled.");
    fireEvent.change(within(dialog).getByLabelText("Due date"), { target: { value: yesterday } });
    await user.click(within(dialog).getByRole("button", { name: "Set due date" }));
    within(dialog).getByText("Choose today or a later day.");
    expect(changed.made).toEqual([]);

    fireEvent.change(within(dialog).getByLabelText("Due date"), { target: { value: tomorrow } });
    await user.click(within(dialog).getByRole("button", { name: "Set due date" }));
    await screen.findByText(/^2 requests given the due date /);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("2 requests changed back");
    expect(changed.made).toEqual([
      { request: "r1", due_on: tomorrow, former: yesterday },
      { request: "r2", due_on: tomorrow, former: null },
      { request: "r1", due_on: yesterday, former: tomorrow },
      { request: "r2", due_on: null, former: tomorrow },
    ]);
  });

  test("that a colleague changes while the dialog is open isn't replaced unseen", async () => {
    const changed = recordedCalls("change_due_date", true);
    mocks.use(listIs(due(["2030-01-01"])), changed.taking);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = renderApp("/requests");

    await user.click(await box("One"));
    // What was read since it was selected is in the list, so the user has seen it.
    const readAgain = async (year: number) => {
      mocks.use(listIs(due([`${year}-02-02`])));
      vi.setSystemTime(Date.now() + 10_000);
      act(() => void dispatchEvent(new Event("focus")));
      await screen.findByText(new RegExp(`${year}$`));
    };
    await readAgain(2031);
    await user.click(within(await bar()).getByRole("button", { name: "Due date" }));
    await readAgain(2032);
    await user.click(screen.getByRole("button", { name: "Remove due date" }));
    await screen.findByText("Due date removed from 1 request");
    expect(changed.made).toEqual([{ request: "r1", due_on: null, former: "2031-02-02" }]);
  });

  test("that a colleague has changed since is shown before another attempt replaces it", async () => {
    const changed = recordedCalls("change_due_date", true);
    mocks.use(
      listIs(due(["2030-01-01"])),
      rpcFails({ fn: "change_due_date", status: 409, code: "PT409", message: "request.stale", once: true }),
      changed.taking,
    );
    const { user } = renderApp("/requests");

    await user.click(await box("One"));
    await user.click(within(await bar()).getByRole("button", { name: "Due date" }));
    mocks.use(listIs(due(["2030-02-02"])));
    await user.click(screen.getByRole("button", { name: "Remove due date" }));
    const failed = await screen.findByRole("dialog", {
      name: "The due date of 1 of 1 request wasn’t removed",
    });
    within(failed).getByText(/^Someone else changed this request a moment ago\./);
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await screen.findByText("Due date removed from 1 request");
    expect(changed.made).toEqual([{ request: "r1", due_on: null, former: "2030-02-02" }]);
  });
});
