import { rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const platform = mockPlatform();

const ana: AnswerRow<"recipients"> = {
  recipient_items: [],
  id: "p1",
  email: "ana@duarte.example",
  name: "Ana Duarte",
  first_seen_at: "2026-11-16T10:00:00Z",
  last_seen_at: "2026-11-16T10:00:00Z",
  created_at: "2026-11-16T09:00:00Z",
};
const letter = itemRow({ id: "i2", position: 2, title: "Employer letter", files: [] });

const returned = itemRow({ status: "returned", revision: 4, reason: "Page 2 is cut off." });

const leavesAt = (returns: string | null) => rpcAnswers({ fn: "update_leaves_at", returns });
const soon = () => leavesAt(new Date(Date.now() + 600_000).toISOString());

/** Opens a request with two items to review and returns the first. */
async function returnPayslips(person: AnswerRow<"recipients"> = ana) {
  giveSessionCookie();
  platform.use(
    ...besideRequest,
    requestIs([itemRow(), letter], { recipients: [person] }),
    rpcAnswers({ fn: "decide_item", returns: 4 }),
    rpcAnswers({ fn: "undo_decision", returns: 5 }),
    soon(),
  );
  const app = renderApp(`/requests/${requestId}`);
  await app.user.click(await screen.findByRole("button", { name: "Return Payslips" }));
  await app.user.type(await screen.findByRole("textbox"), "Page 2 is cut off.");
  platform.use(requestIs([returned, letter], { recipients: [person] }));
  await app.user.click(screen.getByRole("button", { name: "Return with this reason" }));
  return app;
}

test("after a return the page says who is emailed when, and sends it at once", async () => {
  const update = recordedCalls("send_update");
  platform.use(update.taking);
  const { user } = await returnPayslips();
  expect(await screen.findByText("1 returned.")).toBeTruthy();
  expect(screen.getByText(/Ana Duarte will get one email about what was returned, /)).toBeTruthy();
  const notice = screen.getByRole("region", { name: "Your decisions" });
  // The service's clock may be ahead, and the page's own time is some seconds old.
  platform.use(leavesAt(new Date(Date.now() + 20_000).toISOString()));
  await user.click(within(notice).getByRole("button", { name: "Send now" }));
  expect(await screen.findByText("Emailing Ana Duarte")).toBeTruthy();
  expect(update.made).toEqual([{ request: requestId }]);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Your decisions" })).toBeNull());
});

test("the email waits after a reload, too, until it has left", async () => {
  const update = recordedCalls("send_update");
  giveSessionCookie();
  platform.use(...besideRequest, requestIs([returned, letter], { recipients: [ana] }), soon(), update.taking);
  const { user } = renderApp(`/requests/${requestId}`);
  const notice = await screen.findByRole("region", { name: "Your decisions" });
  expect(notice.textContent).toMatch(/^Ana Duarte will get one email about what was returned, /);
  platform.use(leavesAt(null));
  await user.click(within(notice).getByRole("button", { name: "Send now" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Your decisions" })).toBeNull());
  expect(update.made).toEqual([{ request: requestId }]);
});

test("it can be closed", async () => {
  const { user } = await returnPayslips();
  const notice = await screen.findByRole("region", { name: "Your decisions" });
  await user.click(within(notice).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("region", { name: "Your decisions" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Email about your decisions" }));
});

test("it goes away when the return is undone", async () => {
  const { user } = await returnPayslips();
  await screen.findByText("1 returned.");
  platform.use(requestIs([itemRow(), letter], { recipients: [ana] }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByText("1 returned.")).toBeNull());
});

test("it says when no recipient can be emailed, and offers nothing", async () => {
  await returnPayslips({ ...ana, unreachable_at: "2026-11-20T10:00:00Z" });
  expect(await screen.findByText(/None of the recipients can be emailed/)).toBeTruthy();
  const notice = screen.getByRole("region", { name: "Your decisions" });
  expect(within(notice).queryByRole("button", { name: "Send now" })).toBeNull();
});

test("a failure stays beside the button", async () => {
  const { user } = await returnPayslips();
  platform.use(rpcFails({ fn: "send_update", status: 503, code: "PGRST000", message: "down" }));
  const notice = await screen.findByRole("region", { name: "Your decisions" });
  await user.click(within(notice).getByRole("button", { name: "Send now" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
});
