import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();

test("the preview and a test have the title of the day where the workspace is", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T10:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "workspaces", by: "workspace_settings", rows: [{ zone: "Pacific/Kiritimati" }] }),
    rpcAnswers({ fn: "create_request", returns: "r1" }),
    rpcAnswers({ fn: "create_test", returns: "r2" }),
    rpcAnswers({ fn: "send_request", returns: null }),
  );
  const { user } = renderApp("/requests/new");
  // Pasting is faster than typing: the draft isn't saved before the end of the test.
  await user.click(await screen.findByLabelText("Title"));
  await user.paste("Books {month}");
  await user.type(screen.getByLabelText("Add an item"), "Payslips{Enter}");
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  await waitFor(() => preview.getByText("Books December"));

  await user.click(screen.getByText("Send yourself a test"));
  await user.click(screen.getByLabelText("Your other address"));
  await user.paste("nora@private.example");
  await user.click(screen.getByRole("button", { name: "Send test" }));
  expect(await screen.findByText(/^“Test: Books December” is on its way to/)).toBeTruthy();
});
