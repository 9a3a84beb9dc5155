import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { giveSessionCookie } from "../../../testing/sessions.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";

const mocks = mockPlatform();
const anna = { name: "Anna", is_me: true, scope: "all", items: [] };
const mats = { name: "Mats Lind", is_me: false, scope: "items", items: ["i1"] };

beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [anna] }),
  );
});

const open = () => renderApp("/r/token");
const ask = () => screen.findByRole("button", { name: "Ask someone else for Proof of address" });
const dialog = () => screen.findByRole("dialog", { name: "Ask someone else" });

describe("a recipient of the whole request", () => {
  test("asks someone else for an item, and sees who has it", async () => {
    const { made, taking } = recordedCalls("hand_off_item");
    mocks.use(requestIs([itemRow()]), taking);
    const { user } = open();
    await user.click(await ask());
    const form = within(await dialog());
    await user.type(form.getByLabelText("Email address"), " Mats@Lind.example ");
    await user.type(form.getByLabelText(/^Name/), "Mats Lind");
    mocks.use(rpcAnswers({ fn: "request_people", returns: [anna, mats] }));
    await user.click(form.getByRole("button", { name: "Send" }));
    await screen.findByText("Emailing Mats Lind about Proof of address");
    expect(made).toEqual([{ item: "i1", email: "mats@lind.example", name: "Mats Lind" }]);
    await screen.findByText("was asked for this", { exact: false });
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "More about Proof of address" }));
    expect(screen.queryByRole("button", { name: /^Ask someone else/ })).toBeNull();
    screen.getByText(/you can see what you add\. Mats Lind can also see the items they were asked for\.$/);
  });

  test("keeps what was typed when the service refuses it, and is told why", async () => {
    mocks.use(
      requestIs([itemRow()]),
      rpcFails({ fn: "hand_off_item", status: 422, code: "PT422", message: "hand_off.recipient" }),
    );
    const { user } = open();
    await user.click(await ask());
    const form = within(await dialog());
    await user.click(form.getByRole("button", { name: "Send" }));
    const email = form.getByLabelText<HTMLInputElement>("Email address");
    expect(email.getAttribute("aria-invalid")).toBe("true");
    await user.type(email, "mats@lind.example");
    await user.click(form.getByRole("button", { name: "Send" }));
    await form.findByText(/already has the whole request/);
    expect(form.getByRole("textbox", { description: /already has the whole request/ })).toBe(email);
    expect(document.activeElement).toBe(email);
    expect(email.value).toBe("mats@lind.example");
    await user.type(email, "x");
    expect(form.queryByText(/already has the whole request/)).toBeNull();
  });

  test("removes that person after a question", async () => {
    const { made, taking } = recordedCalls("take_back_item");
    mocks.use(requestIs([itemRow()]), rpcAnswers({ fn: "request_people", returns: [anna, mats] }), taking);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Remove Mats Lind from Proof of address" }));
    const question = within(screen.getByRole("dialog", { name: "Remove Mats Lind from Proof of address?" }));
    mocks.use(rpcAnswers({ fn: "request_people", returns: [anna] }));
    await user.click(question.getByRole("button", { name: "Remove" }));
    await ask();
    expect(made).toEqual([{ item: "i1" }]);
  });

  test.each(["accepted", "waived"])("can't ask anyone for an item that is %s", async (status) => {
    mocks.use(requestIs([itemRow({ status })]));
    open();
    await screen.findAllByText("Proof of address");
    expect(screen.queryByRole("button", { name: /^Ask someone else/, hidden: true })).toBeNull();
  });
});

describe("a helper to whom an item was handed", () => {
  const checklist = {
    title: "Tax return 2026",
    due_on: null,
    status: "open" as const,
    paused_at: null,
    is_closed: false,
    workspace_name: "Okafor & Lind",
    sender_name: "Nora Okafor",
    handed_by: ["Anna Lind", "Tomás Duarte"],
    first_seen_at: "2026-11-20T10:00:00Z",
    visited_before_at: null,
    promised_on: null,
    muted_at: null,
    added_by: {},
  };
  const isHanded = (over: object = {}) => [
    restAnswers({ table: "requests", rows: [] }),
    restAnswers({ table: "items", rows: [itemRow()] }),
    // Null, which the generated type doesn't allow.
    rpcAnswers({ fn: "my_checklist", returns: [{ ...checklist, ...over }] as never }),
  ];

  test("sees the item and who asked for it, and can't ask anyone else", async () => {
    mocks.use(...isHanded());
    open();
    await screen.findByText("Anna Lind and Tomás Duarte asked you for this item from a longer request.");
    screen.getByText("1 item left");
    screen.getByRole("button", { name: "Ask a question about Proof of address" });
    expect(screen.queryByRole("button", { name: /^Ask someone else/ })).toBeNull();
    screen.getByText(/^Only Okafor & Lind, the people who have the whole request and you/);
  });

  test.each([
    [{ paused_at: "2026-11-21T10:00:00Z" }, /has paused this request/],
    [{ is_closed: true, status: "done" }, /has closed this request/],
    [{ status: "cancelled" }, /has cancelled this request/],
  ])("is told what became of the request: %o", async (over, text) => {
    mocks.use(...isHanded(over));
    open();
    await screen.findByText(text);
  });
});
