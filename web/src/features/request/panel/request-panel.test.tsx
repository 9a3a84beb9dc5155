import { type AnswerRow, restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();

beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});

const open = () => renderApp(`/requests/${requestId}`);

const anna: AnswerRow<"recipients"> = {
  recipient_items: [],
  id: "p1",
  email: "anna@lind.example",
  name: "Anna Lind",
  created_at: "2026-11-16T10:00:00Z",
};

const member = (user_id: string, name: string) => ({
  user_id,
  name,
  email: `${user_id}@okafor.example`,
  role: "member" as const,
  joined_at: "2026-01-01T00:00:00Z",
  has_second_factor: null,
});

test("one panel has the people with the link, the next reminder, and the settings with their values", async () => {
  mocks.use(
    requestIs([itemRow({ status: "missing", files: [] })], {
      items_submitted: 0,
      items_missing: 1,
      required_missing: 1,
      recipients: [anna],
      assignee: "idris",
    }),
    rpcAnswers({ fn: "workspace_members", returns: [member("idris", "Idris Lind"), member("nora", "Nora")] }),
  );
  const { user } = open();
  const people = within(await screen.findByRole("region", { name: "People" }));
  expect(people.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Copy link to this request",
    "Add recipient",
    "More link options",
    "Options for Anna Lind",
  ]);
  within(screen.getByRole("region", { name: "Reminders" })).getByText(/^Not scheduled yet/);
  const settings = within(screen.getByRole("region", { name: "Settings of this request" }));
  const line = await settings.findByText("Idris Lind · kept until deleted · doesn’t repeat");
  await user.click(line);
  settings.getByRole("button", { name: "Assignee: Idris Lind" });
  settings.getByRole("heading", { name: "How long files are kept" });
  await user.click(settings.getByRole("button", { name: "Repeat" }));
  await screen.findByRole("dialog", { name: "Repeat this request" });
});

test("the headings of the page are in order", async () => {
  mocks.use(
    requestIs([itemRow({ section: "Income" })], { recipients: [anna] }),
    rpcAnswers({ fn: "workspace_members", returns: [] }),
  );
  open();
  await screen.findByText("Kept until deleted · doesn’t repeat");
  const headings = screen.getAllByRole("heading");
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    "H1 Tax return 2026",
    "H2 Income",
    "H3 Payslips",
    "H2 People",
    "H2 Reminders None: nothing is missing.",
    "H2 Settings of this request Kept until deleted · doesn’t repeat",
    "H3 How long files are kept",
    "H3 Link page",
    "H3 Repeats",
    "H2 Activity",
  ]);
});

test("a tag is added beside the facts of the request", async () => {
  mocks.use(requestIs([itemRow()], { recipients: [anna] }));
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Tag" }));
  await screen.findByRole("dialog");
});

test("a short message to the recipients is unfolded", async () => {
  mocks.use(requestIs([itemRow()], { message: "Please send these by Friday.\nThank you." }));
  open();
  const short = await screen.findByRole("region", { name: "Message to recipients" });
  expect(short.querySelector("details")?.open).toBe(true);
  expect(short.textContent).toContain("Please send these by Friday.\nThank you.");
});

test("a long message is folded", async () => {
  mocks.use(requestIs([itemRow()], { message: "Please read this first. ".repeat(20) }));
  open();
  const long = await screen.findByRole("region", { name: "Message to recipients" });
  expect(long.querySelector("details")?.open).toBe(false);
});

test("the last five acts name people without addresses, and the rest is in the full history", async () => {
  const kinds = ["opened", "file_added", "answered", "file_removed", "promised", "question_asked"] as const;
  const acts = kinds.map((kind, index): AnswerRow<"events"> => ({
    seq: 10 - index,
    kind,
    actor: "anna",
    actor_name: "Anna Lind",
    data: { name: "a.pdf" },
    at: new Date().toISOString(),
    items: { title: "Payslips" },
    recipients: { email: "anna@lind.example" },
  }));
  mocks.use(
    requestIs([itemRow()]),
    restAnswers({ table: "events", rows: acts }),
    rpcAnswers({ fn: "verify_history", returns: [] }),
  );
  const { user } = open();
  const activity = within(await screen.findByRole("region", { name: "Activity" }));
  await waitFor(() => expect(activity.getAllByRole("listitem")).toHaveLength(5));
  expect(activity.getByRole("region", { name: "Today" }).textContent).not.toContain("@");
  const opener = activity.getByRole("button", { name: "Full history" });
  await user.click(opener);
  await screen.findByRole("dialog", { name: "History" });
});
