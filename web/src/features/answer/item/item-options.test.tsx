import { rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { type Fault, itemRow, picker, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
  );
});
afterEach(() => uploads().clear());

const stored: AnswerRow<"files"> = {
  id: "f1",
  name: "january.pdf",
  size: 12,
  sha256: "ab".repeat(32),
  status: "stored",
  uploaded_by: "anna",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  set_aside_at: null,
};
const payslips = itemRow({ title: "Payslips", expected_files: 3, files: [stored], revision: 4 });

test("items stand under their sections, one heading level deeper, and those that wait come first", async () => {
  mocks.use(
    requestIs([
      itemRow({ title: "Payslips", section: "Income", status: "submitted", position: 1 }),
      itemRow({ id: "i2", title: "Lease", section: "Home", position: 2 }),
      itemRow({ id: "i3", title: "Pension", section: "Income", position: 3 }),
      itemRow({ id: "i4", title: "Comment", kind: "text", position: 4 }),
    ]),
  );
  renderApp("/r/token");
  await screen.findByRole("heading", { name: /^Income/ });
  expect(
    screen.getAllByRole("heading").map(({ tagName, textContent }) => `${tagName} ${textContent}`),
  ).toEqual([
    "H1 Tax return 2026 ",
    "H2 Comment",
    "H2 Income 1 left",
    "H3 Pension",
    "H3 Payslips",
    "H2 Home 1 left",
    "H3 Lease",
  ]);
});

test("fewer files than asked for are sent only after a question, which a refusal doesn't close", async () => {
  const submitted: unknown[] = [];
  const takes: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/submit_files`, async ({ request }) => {
      submitted.push(await request.json());
      return HttpResponse.json(5, { headers: { "access-control-allow-origin": "*" } });
    });
  mocks.use(requestIs([payslips]));
  const { user } = renderApp("/r/token");
  await screen.findByText("1 of 3 files");
  await screen.findByText(/^3 files\. Any file, up to 50 MB each\./);
  screen.getByText("1 item left");
  await user.click(screen.getByRole("button", { name: "That’s all I have for Payslips" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send 1 of 3 files?", hidden: true }));
  dialog.getByText(/Okafor & Lind asked for 3 files for “Payslips”/);
  const send = dialog.getByRole("button", { name: "Send 1 file", hidden: true });

  mocks.use(rpcFails({ fn: "submit_files", status: 409, code: "PT409", message: "request.paused" }));
  await user.click(send);
  await dialog.findByText(/This request is paused/);
  expect(submitted).toEqual([]);

  mocks.use(takes, requestIs([{ ...payslips, status: "submitted" }]));
  await user.click(send);
  await screen.findByText("“Payslips” was sent.");
  expect(submitted).toEqual([{ item: "i1", revision: 4 }]);
  await screen.findByRole("heading", { name: "You’re done" });
  expect(screen.getAllByText("1 of 3 files")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "That’s all I have for Payslips" })).toBeNull();
});

test.each([
  [
    "letter.docm",
    "PK\u0003\u0004",
    ["word"],
    /only accepts Word files\. Choose a Word file \(\.docx, without macros\)/,
  ],
  ["letter.docx", "MZ\u0090\0", ["word", "pdf"], /isn’t really a Word file, although its name says so/],
  ["accounts.xlsx", "PK\u0003\u0004", ["excel"], /isn’t really an Excel file/],
] as const)(
  "a file that only looks right is refused with what the item takes: %s",
  async (name, bytes, accepts, text) => {
    mocks.use(requestIs([itemRow({ accepts: [...accepts] })]));
    renderApp("/r/token");
    fireEvent.change(await picker(), { target: { files: [new File([bytes], name)] } });
    expect(await screen.findByText(text, { selector: "p" })).toBeDefined();
  },
);

test("a sensitive answer is hidden from everyone until it is opened", async () => {
  mocks.use(
    requestIs([
      itemRow({
        kind: "text",
        sensitive: true,
        status: "accepted",
        answer_kind: "text",
        answer: "DE89 3704",
      }),
      itemRow({ id: "i2", title: "Passport", sensitive: true, position: 2 }),
    ]),
  );
  const { user } = renderApp("/r/token");
  await screen.findByText(/Sensitive: previews stay blurred/);
  const answer = screen.getByText("DE89 3704");
  expect(answer.closest("[inert]")).not.toBeNull();
  await user.click(
    screen.getByRole("button", { name: "Show sensitive answer to Proof of address", hidden: true }),
  );
  expect(answer.closest("[inert]")).toBeNull();
});
