import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { fireEvent, screen, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];
type User = ReturnType<typeof renderApp>["user"];

const mocks = mockPlatform();
const requestId = "22222222-2222-4222-8222-222222222222";

const keptDraft: AnswerRow<"requests"> = {
  id: requestId,
  title: "Tax return 2026",
  message: "",
  due_on: null,
  sent_at: null,
  last_activity_at: "2026-11-20T10:00:00Z",
  items_missing: 1,
  items_submitted: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 1,
  required_returned: 0,
  workspaces: { id: "w1", name: "Okafor & Lind" },
  recipients: [{ email: "anna@lind.example", name: "" }],
  items: [
    {
      id: "i1",
      request_id: requestId,
      position: 1,
      title: "Payslips",
      instructions: "",
      kind: "file",
      required: true,
      accepts: [],
      status: "missing",
      answer: null,
      answer_kind: null,
      reason: null,
      revision: 1,
      decided_at: null,
      files: [],
    },
  ],
};

/** Counts calls of a function and passes them on to the next handler. */
function counting(fn: string) {
  const count = { calls: 0 };
  const fault: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/${fn}`, () => {
      count.calls += 1;
      return undefined;
    });
  return { count, fault };
}

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "requests", rows: [] }),
    restAnswers({ table: "request_links", rows: [] }),
    restAnswers({ table: "events", rows: [] }),
  );
});

async function openEditor() {
  const page = renderApp("/requests/new");
  await screen.findByLabelText("Title");
  return page;
}

async function paste(user: User, label: string, text: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(text);
}

async function writeAll(user: User) {
  await user.type(screen.getByLabelText("Title"), "Tax return 2026");
  await paste(user, "Recipients", "anna@lind.example, mats@lind.example");
  await paste(user, "Add an item", "1. Payslips\n2. Bank statement\n3. Letter");
}

const lines = () =>
  screen.getAllByRole("button", { name: /^Edit / }).map((button) => button.getAttribute("aria-label"));

describe("writing a request", () => {
  test("a pasted list becomes items, and the card summarises the request", async () => {
    const { user } = await openEditor();
    await writeAll(user);

    expect(lines()).toEqual(["Edit Payslips", "Edit Bank statement", "Edit Letter"]);
    screen.getByRole("heading", { name: "Ready to send" });
    screen.getByText("3 items, all required, to 2 recipients.");
  });

  test("an item is moved by keyboard with announcements, and Escape cancels the move", async () => {
    const { user } = await openEditor();
    await writeAll(user);

    screen.getByRole("button", { name: "Move Letter" }).focus();
    await user.keyboard(" {ArrowUp}{ArrowUp}");
    screen.getByText("Letter, position 1 of 3.");
    await user.keyboard("{Escape}");
    expect(lines()).toEqual(["Edit Payslips", "Edit Bank statement", "Edit Letter"]);

    await user.keyboard(" {Home} ");
    expect(lines()).toEqual(["Edit Letter", "Edit Payslips", "Edit Bank statement"]);
    screen.getByText("Letter, dropped at position 1 of 3.");
  });

  test("a deleted item can be restored at its position", async () => {
    const { user } = await openEditor();
    await writeAll(user);

    await user.click(screen.getByRole("button", { name: "Edit Bank statement" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(lines()).toEqual(["Edit Payslips", "Edit Letter"]);

    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(lines()).toEqual(["Edit Payslips", "Edit Bank statement", "Edit Letter"]);
  });

  test("an invalid address is named and gets focus on sending", async () => {
    const { user } = await openEditor();
    await writeAll(user);
    await paste(user, "Recipients", "joel(at)tamm, sofia@brandt.example");
    screen.getByText(/“joel\(at\)tamm” isn’t an email address/);
    screen.getByText("Fix the marked fields, then send.");
    screen.getByText(/Only these three addresses can open it/);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Recipients")));
  });
});

test("a name typed in front of an address is saved with it", async () => {
  const { user } = await openEditor();
  await user.type(
    screen.getByLabelText("Recipients"),
    "Anna Lind <anna@lind.example>, mats@lind.example joel@tamm.example ",
  );

  expect(screen.getAllByRole("button", { name: /^Remove / }).map((button) => button.ariaLabel)).toEqual([
    "Remove anna@lind.example",
    "Remove mats@lind.example",
    "Remove joel@tamm.example",
  ]);
  expect(screen.getByTitle("Anna Lind").textContent).toBe("anna@lind.example");
});

describe("sending", () => {
  test("again after a lost connection creates only one request", async () => {
    const created = counting("create_request");
    const updated = counting("update_draft");
    mocks.use(
      created.fault,
      updated.fault,
      rpcFails({ fn: "send_request", status: 503, code: "PGRST000", message: "no", once: true }),
      rpcAnswers({ fn: "create_request", returns: requestId }),
      rpcAnswers({ fn: "update_draft", returns: undefined }),
      rpcAnswers({ fn: "send_request", returns: undefined }),
    );
    const { user, address } = await openEditor();
    await writeAll(user);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await screen.findByText(/The service is unavailable|can't reach|busy|moment/i);
    expect(address()).toBe("/requests/new");

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await vi.waitFor(() => expect(address()).toBe(`/requests/${requestId}`));
    expect([created.count.calls, updated.count.calls]).toEqual([1, 1]);
  });

  test("a saved draft shows its link, like a new request", async () => {
    const requestIs = (status: "draft" | "open") =>
      restAnswers({ table: "requests", rows: [{ ...keptDraft, status }] });
    mocks.use(
      requestIs("draft"),
      restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
      rpcAnswers({ fn: "update_draft", returns: undefined }),
      (url) =>
        http.post(`${url}/rest/v1/rpc/send_request`, () => {
          mocks.use(requestIs("open"));
          return undefined;
        }),
      rpcAnswers({ fn: "send_request", returns: undefined }),
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);

    await user.click(await screen.findByRole("button", { name: "Send request" }));

    await screen.findByRole("dialog", { name: "Request sent" });
  });

  test("shows a refusal by the service at the field it concerns", async () => {
    mocks.use(
      rpcFails({ fn: "create_request", status: 422, code: "PT422", message: "draft.duplicate_recipient" }),
    );
    const { user } = await openEditor();
    await writeAll(user);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await screen.findByText(/An address is listed twice/);
    expect(screen.getByLabelText("Recipients").getAttribute("aria-invalid")).toBe("true");
  });
});

test("leaving with unsaved changes asks for confirmation, and staying keeps them", async () => {
  const { user, address } = await openEditor();
  await user.type(screen.getByLabelText("Title"), "Tax");

  await user.click(screen.getByRole("link", { name: "Requested" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Stay here" }));

  expect(address()).toBe("/requests/new");
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Tax");
});

test("a due date in the past shows a warning but does not prevent sending", async () => {
  renderApp("/requests/new");
  const due = await screen.findByLabelText(/Due date/);
  fireEvent.change(due, { target: { value: "2020-01-01" } });
  screen.getByText("This date has passed. The request will be overdue as soon as you send it.");
  expect(due.getAttribute("aria-invalid")).toBeNull();
  fireEvent.change(due, { target: { value: "2999-01-01" } });
  expect(screen.queryByText(/This date has passed/)).toBeNull();
});
