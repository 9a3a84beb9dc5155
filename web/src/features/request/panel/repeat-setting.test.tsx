import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const platform = mockPlatform();

const monthly = {
  every: "month",
  next_on: "2031-01-30",
  sender_name: "Nora Okafor",
  can_send: true,
  failure: null,
  following_id: null,
  title: "",
} as const;

async function openCard(repeat: object, request: Parameters<typeof requestIs>[1] = {}) {
  giveSessionCookie();
  platform.use(...besideRequest, requestIs([itemRow()], request));
  platform.use(rpcAnswers({ fn: "request_repeat", returns: [{ ...monthly, ...repeat }] }));
  const app = renderApp(`/requests/${requestId}`);
  return { ...app, card: within(await screen.findByRole("region", { name: "Repeats" })) };
}

test("says when the next one goes out, and skips that day alone", async () => {
  const { user, card } = await openCard({});
  expect(card.getByText(/30 2031/)).toBeTruthy();
  const skipping = recordedCalls("skip_repeat");
  platform.use(skipping.taking);
  await user.click(card.getByRole("button", { name: "Skip this one" }));
  expect(await screen.findByText(/^Nothing is sent on .*30/)).toBeTruthy();
  expect(skipping.made).toEqual([{ request: requestId, day: "2031-01-30" }]);
});

/** Opens the dialog of a request that isn't sent again yet. */
async function openDialog(request: Parameters<typeof requestIs>[1]) {
  giveSessionCookie();
  platform.use(...besideRequest, requestIs([itemRow()], request));
  const { user } = renderApp(`/requests/${requestId}`);
  const card = within(await screen.findByRole("region", { name: "Repeats" }));
  await user.click(card.getByRole("button", { name: "Repeat" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Repeat this request" })) };
}

test("proposes a title that names each one's own month", async () => {
  const { user, dialog } = await openDialog({ title: "Payslips November 2026" });
  const setting = recordedCalls("repeat_request");
  platform.use(setting.taking);
  fireEvent.change(dialog.getByLabelText("Next on"), { target: { value: "2031-01-30" } });
  const title = dialog.getByLabelText("Title of the next one");
  expect(title).toHaveProperty("value", "Payslips {month} {year}");
  dialog.getByText("Sent on that day, it’s “Payslips January 2031”.");

  await user.clear(title);
  await user.type(title, "Books of {{last month}");
  dialog.getByText("Sent on that day, it’s “Books of December”.");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("This request repeats");
  expect(setting.made).toEqual([
    { request: requestId, every: "month", first_on: "2031-01-30", title: "Books of {last month}" },
  ]);
});

test("proposes the title by the day on which it was sent where the workspace is", async () => {
  platform.use(
    restAnswers({ table: "workspaces", by: "workspace_settings", rows: [{ zone: "Pacific/Kiritimati" }] }),
  );
  const { dialog } = await openDialog({ title: "Payslips December 2026", sent_at: "2026-11-30T10:30:00Z" });
  await waitFor(() =>
    expect(dialog.getByLabelText("Title of the next one")).toHaveProperty("value", "Payslips {month} {year}"),
  );
});

test("keeps the title of the newest one where that was chosen", async () => {
  const { user, card } = await openCard({}, { title: "Payslips November 2026" });
  const setting = recordedCalls("repeat_request");
  platform.use(setting.taking);
  await user.click(card.getByRole("button", { name: "Change" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Repeat this request" }));
  expect(dialog.getByLabelText("Title of the next one")).toHaveProperty("value", "Payslips November 2026");
  dialog.getByText("{month}, {year}, {last month} and {last year} are filled in on the day it’s sent.");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("This request repeats");
  expect(setting.made).toMatchObject([{ title: "" }]);
});

test("says under which title the next one goes out", async () => {
  const { card } = await openCard({ title: "Payslips {month} {year}" });
  card.getByText(/as “Payslips January 2031”/);
});

test.each([
  ["the sender has left", { can_send: false }, /Choose “Repeat” to have it sent in your name/],
  [
    "a recipient has become a member",
    { failure: "recipient.member" },
    /belongs to a member of your workspace/,
  ],
])("says why nothing goes out: %s", async (_, repeat, words) => {
  const { card } = await openCard(repeat);
  expect(card.getByText(words)).toBeTruthy();
  expect(card.getByRole("button", { name: "Skip this one" })).toBeTruthy();
});

test("leads to the newest one, which alone can be changed", async () => {
  const { user, card } = await openCard({ following_id: "33333333-3333-4333-8333-333333333333" });
  expect(card.getByRole("link", { name: "Open the newest one" })).toBeTruthy();
  expect(card.queryByRole("button")).toBeNull();
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Repeat" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Repeat this request" }));
  expect(await dialog.findByRole("link", { name: "the newest one" })).toBeTruthy();
});
