import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { storageAnswers } from "@sheaf/mocks/handlers/storage";
import { screen, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();
const requestId = "22222222-2222-4222-8222-222222222222";

const item = (over: AnswerRow<"items"> = {}): AnswerRow<"items"> => ({
  id: "i1",
  request_id: requestId,
  position: 1,
  title: "Payslips",
  instructions: "",
  kind: "file",
  required: true,
  accepts: [],
  status: "submitted",
  answer: null,
  answer_kind: null,
  reason: null,
  revision: 3,
  decided_at: null,
  files: [
    {
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
    },
  ],
  ...over,
});

const requestIs = (items: AnswerRow<"items">[], over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    rows: [
      {
        id: requestId,
        title: "Tax return 2026",
        message: "",
        status: "open",
        due_on: null,
        sent_at: "2026-11-16T10:00:00Z",
        last_activity_at: "2026-11-20T10:00:00Z",
        items_missing: 0,
        items_submitted: 1,
        items_returned: 0,
        items_accepted: 0,
        items_waived: 0,
        required_missing: 0,
        required_returned: 0,
        workspaces: { id: "w1", name: "Okafor & Lind" },
        recipients: [],
        items,
        ...over,
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

const openPage = () => renderApp(`/requests/${requestId}`);
const stale = { status: 409, code: "PT409", message: "item.stale" } as const;

describe("deciding about something that changed meanwhile", () => {
  test("is refused in words, and the page shows how it stands now", async () => {
    mocks.use(requestIs([item()]), rpcFails({ fn: "decide_item", ...stale }));
    const { user } = openPage();
    const accept = await screen.findByRole("button", { name: "Accept Payslips" });
    mocks.use(requestIs([item({ revision: 4, status: "missing", files: [] })]));

    await user.click(accept);

    await screen.findByText(/Someone else changed this item a moment ago/);
    await screen.findByText("Missing");
    expect(screen.queryByRole("button", { name: /payslip.pdf/ })).toBeNull();
  });

  test("keeps the reason that was written", async () => {
    mocks.use(requestIs([item()]), rpcFails({ fn: "decide_item", ...stale }));
    const { user } = openPage();

    await user.click(await screen.findByRole("button", { name: "Return Payslips" }));
    await user.type(screen.getByLabelText(/go back/), "Page 2 is cut off.");
    await user.click(screen.getByRole("button", { name: "Return with this reason" }));

    await screen.findByText(/Someone else changed this item/);
    expect(screen.getByLabelText(/go back/)).toHaveProperty("value", "Page 2 is cut off.");
  });
});

test("a decision waits at its own item alone, and leaves the keyboard there", async () => {
  const letter = item({ id: "i2", position: 2, title: "Letter", files: [] });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  mocks.use(
    requestIs([item(), letter]),
    (url) =>
      http.post(`${url}/rest/v1/rpc/decide_item`, async () => {
        await asked;
        mocks.use(
          requestIs([item({ revision: 4, status: "accepted", decided_at: "2026-11-20T11:00:00Z" }), letter]),
        );
        return undefined;
      }),
    rpcAnswers({ fn: "decide_item", returns: 4 }),
  );
  const { user } = openPage();

  const accept = await screen.findByRole("button", { name: "Accept Payslips" });
  await user.click(accept);
  expect(accept.getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("button", { name: "Accept Letter" }).getAttribute("aria-busy")).toBeNull();

  answer();
  await screen.findByRole("button", { name: "Take back the decision on Payslips" });
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision on Payslips" }));
});

test("nothing goes back without a reason", async () => {
  mocks.use(requestIs([item()]));
  const { user } = openPage();

  await user.click(await screen.findByRole("button", { name: "Return Payslips" }));
  await user.click(screen.getByRole("button", { name: "Return with this reason" }));

  screen.getByText("Write what they should do differently.");
  expect(document.activeElement).toBe(screen.getByLabelText(/go back/));
});

test("a file that is not the one that was sent is never shown", async () => {
  mocks.use(
    requestIs([item()]),
    storageAnswers({ bytes: new Uint8Array([1, 2, 3]), mime: "application/pdf" }),
  );
  const { user } = openPage();

  await user.click(await screen.findByRole("button", { name: "payslip.pdf" }));

  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("heading", {
    name: "This file is not the same as the one that was sent.",
  });
  expect(within(dialog).queryByRole("img")).toBeNull();
});

test("somebody else's request and one that never was look the same", async () => {
  mocks.use(restAnswers({ table: "requests", rows: [] }));
  openPage();

  await screen.findByRole("heading", { name: "There is nothing here for you." });
  expect(screen.getByRole("link", { name: "Go to your requests" }).getAttribute("href")).toBe("/requests");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a recipient's words are shown as words", async () => {
  const words = '<img src=x onerror="alert(1)">';
  mocks.use(requestIs([item({ files: [], answer_kind: "cannot_provide", answer: words })]));
  openPage();

  await screen.findByText("They say they cannot provide it.");
  screen.getByText(words);
});
