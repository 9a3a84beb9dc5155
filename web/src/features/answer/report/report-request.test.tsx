import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    requestIs([itemRow()]),
  );
});

test("a recipient reports a request, with a note, and is told who isn't told", async () => {
  const reporting = recordedCalls("report_request");
  mocks.use(reporting.taking);
  const { user } = renderApp("/r/token");
  await user.click(await screen.findByRole("button", { name: "Report this request" }));
  const dialog = await screen.findByRole("dialog", { name: "Report this request?" });
  await user.type(within(dialog).getByLabelText(/What is wrong/), "They want my PIN.");
  await user.click(within(dialog).getByRole("button", { name: "Report" }));
  expect(await screen.findByText(/^You reported this request\./)).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(reporting.made).toEqual([{ request: "r1", note: "They want my PIN." }]);
});

test("the link in an email opens the question at once", async () => {
  renderApp("/r/token#report");
  expect(await screen.findByRole("dialog", { name: "Report this request?" })).toBeDefined();
});

test("a failure keeps the note and says so", async () => {
  mocks.use(rpcFails({ fn: "report_request", status: 503, code: "PGRST000", message: "down" }));
  const { user } = renderApp("/r/token#report");
  const note = within(await screen.findByRole("dialog")).getByLabelText(/What is wrong/);
  await user.type(note, "They want my PIN.");
  await user.click(screen.getByRole("button", { name: "Report" }));
  expect(await screen.findByText(/try again/i)).toBeDefined();
  expect(note).toHaveProperty("value", "They want my PIN.");
});
