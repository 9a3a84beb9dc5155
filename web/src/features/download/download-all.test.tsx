import { restAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { DownloadDone } from "./download-done.tsx";

const mocks = mockPlatform();
const requestId = "22222222-2222-4222-8222-222222222222";

const item = (over: AnswerRow<"items">): AnswerRow<"items"> => ({
  id: "i1",
  request_id: requestId,
  position: 1,
  title: "Payslips",
  instructions: "",
  kind: "file",
  required: true,
  accepts: [],
  status: "accepted",
  answer: null,
  answer_kind: null,
  reason: null,
  revision: 3,
  decided_at: null,
  files: [],
  ...over,
});
const payslip: AnswerRow<"files"> = {
  id: "f1",
  item_id: "i1",
  name: "payslip.pdf",
  size: 3,
  mime: "application/pdf",
  sha256: "ab".repeat(32),
  object_key: "w1/r1/i1/f1",
  status: "stored",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  set_aside_at: null,
};
const withFile = item({ files: [payslip] });

const requestHas = (items: AnswerRow<"items">[]) =>
  restAnswers({
    table: "requests",
    rows: [
      {
        id: requestId,
        title: "Tax return 2026",
        message: "",
        status: "done",
        due_on: null,
        sent_at: "2026-11-16T10:00:00Z",
        last_activity_at: "2026-11-20T10:00:00Z",
        items_missing: 0,
        items_submitted: 0,
        items_returned: 0,
        items_accepted: 1,
        items_waived: 0,
        required_missing: 0,
        required_returned: 0,
        workspaces: { id: "w1", name: "Okafor & Lind" },
        recipients: [],
        items,
      },
    ],
  });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
    restAnswers({ table: "events", rows: [] }),
  );
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "showSaveFilePicker");
});

test("closing the file picker changes nothing", async () => {
  mocks.use(requestHas([withFile]));
  Object.assign(globalThis, {
    showSaveFilePicker: () => Promise.reject(new DOMException("closed", "AbortError")),
  });
  const { user } = renderApp(`/requests/${requestId}`);

  await user.click(await screen.findByRole("button", { name: "Download all" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByRole("button", { name: "Download all" });
});

test("a request without files and answers offers no download", async () => {
  mocks.use(requestHas([item({})]));
  renderApp(`/requests/${requestId}`);
  await screen.findByRole("heading", { name: "Tax return 2026" });
  expect(screen.queryByRole("button", { name: "Download all" })).toBeNull();
});

test("the dialog says how many files couldn't be verified, and where they are", () => {
  const { rerender } = render(<DownloadDone count={3} total={300} unverified={1} setAside={0} />);
  screen.getByText(
    /^1 file couldn't be verified .* folder “Could not be verified”.* All other files were verified/,
  );
  screen.getByText(/Set it aside, or ask the sender for a new copy/);
  rerender(<DownloadDone count={3} total={300} unverified={3} setAside={0} />);
  screen.getByText(/^3 files couldn't be verified/);
  expect(screen.queryByText(/All other files/)).toBeNull();
  expect(screen.queryByText(/Each file was verified/)).toBeNull();
  rerender(<DownloadDone count={3} total={300} unverified={0} setAside={0} />);
  screen.getByText(/Each file was verified to be exactly what was sent/);
  expect(screen.queryByText(/left out/)).toBeNull();
  rerender(<DownloadDone count={3} total={300} unverified={0} setAside={1} />);
  screen.getByText(/Each file was verified .* Set aside and left out: 1 file\./);
});
