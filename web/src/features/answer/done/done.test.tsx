import { rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, within } from "@testing-library/react";
import { http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
const scrollToTop = vi.fn();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  vi.stubGlobal("scrollTo", scrollToTop);
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    rpcAnswers({ fn: "answer_item", returns: 2 }),
  );
});

afterEach(() => vi.unstubAllGlobals());

const file = (over: AnswerRow<"files"> = {}): AnswerRow<"files"> => ({
  id: "f1",
  name: "lease.pdf",
  size: 2_000_000,
  sha256: "ab".repeat(32),
  status: "stored",
  uploaded_by: "anna",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  set_aside_at: null,
  added_by_member: false,
  verdict: null,
  verdict_reason: null,
  ...over,
});
const lease = itemRow({ title: "Lease", status: "submitted", files: [file()] });
const damaged = {
  ...lease,
  files: [file({ checked_at: "2026-11-20T10:01:00Z", damaged: true })],
};
const receipts = itemRow({ id: "i9", position: 9, title: "Receipts", required: false });
const taxNumber = itemRow({ id: "i2", position: 2, title: "Tax number", kind: "text" });
const answered = { ...taxNumber, status: "submitted", answer_kind: "text", answer: "12 345" } as const;

const heading = () => screen.findByRole("heading", { name: "You’re done", level: 1 });

test("once nothing required is missing, the recipient reads what was sent and what happens next", async () => {
  const returned = file({ id: "f4", verdict: "returned", verdict_reason: "Too dark." });
  mocks.use(
    requestIs([
      receipts,
      { ...lease, position: 1, files: [file(), file({ id: "f2" }), returned] },
      answered,
      itemRow({ id: "i3", position: 3, title: "Passport", status: "accepted", received_elsewhere: true }),
      itemRow({
        id: "i4",
        position: 4,
        title: "Donations",
        status: "submitted",
        answer_kind: "cannot_provide",
      }),
    ]),
  );
  renderApp("/r/token");
  await heading();
  screen.getByText("Okafor & Lind is reviewing what you sent.");
  const rows = [...document.querySelectorAll("details[data-item] > summary")].map((row) => row.textContent);
  expect(rows).toEqual([
    "Lease2 files",
    "Tax numberText",
    "PassportReceived another way",
    "DonationsCan’t provide",
    "ReceiptsOptional",
  ]);
  expect(document.querySelector("details[data-item][open]")).toBeNull();
  expect(screen.getByText("3.8 MB").parentElement?.textContent).toMatch(
    /^2 files3\.8 MBLast one sent Fri .*20/,
  );
  screen.getByRole("heading", { name: "You can still add" });
  screen.getByText("You can close this page. You don’t need to do anything until then.");
  screen.getByText("If anything needs changing, it will appear here");
  expect(screen.queryByRole("button", { name: "Go to next" })).toBeNull();
  expect(screen.queryByText(/Nothing is missing/)).toBeNull();
});

test("the receipt lists answers and files with their checksums, but nothing returned or sensitive", async () => {
  const returned = file({ id: "f4", name: "dark.pdf", verdict: "returned", verdict_reason: "Too dark." });
  const account = { ...answered, id: "i5", position: 5, title: "Account", sensitive: true, answer: "4711" };
  mocks.use(requestIs([{ ...lease, files: [file(), returned] }, answered, account]));
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = renderApp("/r/token");
  await user.click(await screen.findByRole("button", { name: "Show receipt" }));
  const receipt = within(await screen.findByRole("dialog", { name: "Receipt" }));
  expect(receipt.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(`^Lease1 filelease.pdf1.9 MB, .*20.*${"ab".repeat(32)}$`),
    "Tax numberText12 345",
    "AccountText",
  ]);
  const checksums = receipt.getByRole("button", { name: "Show checksums", pressed: false });
  await user.click(checksums);
  expect(checksums.getAttribute("aria-pressed")).toBe("true");
  await user.click(receipt.getByRole("button", { name: "Print or save as PDF" }));
  expect(print).toHaveBeenCalledOnce();
});

test("what an earlier visit left unfinished is not hidden", async () => {
  const unfinished = file({
    id: "f9",
    name: "page 2.pdf",
    status: "uploading",
    sha256: null,
    stored_at: null,
  });
  mocks.use(requestIs([{ ...lease, files: [file(), unfinished] }]));
  renderApp("/r/token");
  await heading();
  screen.getByText("1 file not sent");
});

test("once everything is accepted, nothing happens next", async () => {
  mocks.use(requestIs([{ ...lease, status: "accepted" }], { status: "done" }));
  renderApp("/r/token");
  await heading();
  screen.getByText(/^Okafor & Lind has accepted everything they need\./);
  expect(screen.queryByText("What happens next")).toBeNull();
});

test.each([
  ["nothing was sent", [itemRow({ status: "waived" })], {}],
  ["a file turned out to be damaged", [damaged], {}],
  ["the request is closed", [lease], { status: "done", closed_by: "nora" }],
  ["the request is paused", [lease], { paused_at: "2026-11-20T11:00:00Z" }],
] as const)("the recipient isn't told that they're done when %s", async (_, items, over) => {
  mocks.use(requestIs([...items], over));
  renderApp("/r/token");
  await screen.findByRole("heading", { name: "Tax return 2026", level: 1 });
  expect(screen.queryByText("You’re done")).toBeNull();
});

describe("the end of a checklist that is open", () => {
  test("is announced from the top of the page, and a return leads back to the list", async () => {
    mocks.use(requestIs([lease, taxNumber]));
    const { user } = renderApp("/r/token");
    await user.type(await screen.findByRole("textbox", { name: /Tax number/ }), "12 345");
    mocks.use(requestIs([lease, answered]));
    await user.click(screen.getByRole("button", { name: "Send answer to Tax number" }));
    expect(await heading()).toBe(document.activeElement);
    expect(scrollToTop).toHaveBeenCalledWith({ top: 0 });
    expect(document.querySelector("details[data-item][open]")).toBeNull();

    mocks.use(
      requestIs([
        { ...lease, status: "returned", reason: "Page 2 is cut off." },
        { ...answered, revision: 2 },
      ]),
    );
    await user.click(screen.getByText("Tax number"));
    await user.click(screen.getByRole("button", { name: "Change answer to Tax number" }));
    await user.type(screen.getByRole("textbox", { name: /Tax number/ }), "6");
    await user.click(screen.getByRole("button", { name: "Send answer to Tax number" }));
    await screen.findByText("Page 2 is cut off.");
    screen.getByText("1 item left");
    expect(screen.queryByText("You’re done")).toBeNull();
  });

  test("gives way to an item that comes back, which is announced with its reason", async () => {
    mocks.use(requestIs([lease, taxNumber]));
    const { user } = renderApp("/r/token");
    await user.type(await screen.findByRole("textbox", { name: /Tax number/ }), "12 345");
    mocks.use(requestIs([lease, answered]));
    await user.click(screen.getByRole("button", { name: "Send answer to Tax number" }));
    expect(await heading()).toBe(document.activeElement);

    mocks.use(requestIs([{ ...lease, status: "returned", reason: "Page 2 is cut off." }, answered]));
    fireEvent(document, new Event("visibilitychange", { bubbles: true }));
    const title = await screen.findByRole("heading", { name: "Tax return 2026", level: 1 });
    expect(document.activeElement).toBe(title);
    const spoken = screen.getAllByRole("status").map(({ textContent }) => textContent);
    expect(spoken).toContain("“Lease” was returned. Page 2 is cut off.");
  });

  test("waits while the recipient is inside an optional item", async () => {
    const comment = { ...receipts, title: "Comment", kind: "text" } as const;
    const held = Promise.withResolvers<undefined>();
    mocks.use(requestIs([taxNumber, comment]), (url) =>
      http.post(`${url}/rest/v1/rpc/answer_item`, async () => {
        await held.promise;
        mocks.use(requestIs([answered, comment]));
        return undefined;
      }),
    );
    const { user } = renderApp("/r/token");
    await user.type(await screen.findByRole("textbox", { name: /Tax number/ }), "12 345");
    await user.click(screen.getByRole("button", { name: "Send answer to Tax number" }));
    await user.type(screen.getByRole("textbox", { name: /Comment/ }), "Moved in May");
    held.resolve(undefined);
    await screen.findByText("Nothing required is missing; 1 optional item left");
    expect(screen.queryByText("You’re done")).toBeNull();
    await user.click(document.body);
    await heading();
    expect(screen.getByRole("textbox", { name: /Comment/ })).toHaveProperty("value", "Moved in May");
  });

  test("waits for a dialog, which would disappear with its row", async () => {
    mocks.use(requestIs([lease, taxNumber]));
    const { user } = renderApp("/r/token");
    await user.type(await screen.findByRole("textbox", { name: /Tax number/ }), "12 345");
    await user.click(screen.getByRole("button", { name: "Remove lease.pdf" }));
    const dialog = within(await screen.findByRole("dialog", { hidden: true }));
    mocks.use(requestIs([lease, answered]));
    fireEvent.submit(screen.getByRole("textbox", { name: /Tax number/ }));
    await screen.findByText("Nothing is missing");
    expect(screen.queryByText("You’re done")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Keep it", hidden: true }));
    await heading();
  });
});
