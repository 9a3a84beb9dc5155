import { authAnswers } from "@sheaf/mocks/handlers/auth";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { recordedCalls } from "../../testing/recorded-calls.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { besideRequest, itemRow as item, requestId, requestIs } from "../../testing/sent-request.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();

beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});

const openPage = () => renderApp(`/requests/${requestId}`);
const stale = { status: 409, code: "PT409", message: "item.stale" } as const;

describe("a decision on an item that has changed", () => {
  test("fails with a message, and the page shows the current state", async () => {
    mocks.use(requestIs([item()]), rpcFails({ fn: "decide_item", ...stale }));
    const { user } = openPage();
    const accept = await screen.findByRole("button", { name: "Accept Payslips" });
    mocks.use(requestIs([item({ revision: 4, status: "missing", files: [] })]));

    await user.click(accept);

    await screen.findByText(/Someone else changed this item a moment ago/);
    await screen.findByText("Missing");
    expect(screen.queryByRole("link", { name: /payslip.pdf/ })).toBeNull();
  });

  test("keeps the typed reason", async () => {
    mocks.use(requestIs([item()]), rpcFails({ fn: "decide_item", ...stale }));
    const { user } = openPage();

    await user.click(await screen.findByRole("button", { name: "Return Payslips" }));
    await user.type(screen.getByLabelText(/are you returning/), "Page 2 is cut off.");
    await user.click(screen.getByRole("button", { name: "Return with this reason" }));

    await screen.findByText(/Someone else changed this item/);
    expect(screen.getByLabelText(/are you returning/)).toHaveProperty("value", "Page 2 is cut off.");
  });
});

test("a pending decision affects only its item and keeps the focus there", async () => {
  const letter = item({ id: "i2", position: 2, title: "Letter", files: [] });
  let answer = () => {};
  const requested = new Promise<void>((resolve) => {
    answer = resolve;
  });
  mocks.use(
    requestIs([item(), letter]),
    (url) =>
      http.post(`${url}/rest/v1/rpc/decide_item`, async () => {
        await requested;
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
  await screen.findByRole("button", { name: "Undo the decision on Payslips" });
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision on Payslips" }));
});

test("a test of a draft says so, isn't repeated and sends no reminders", async () => {
  mocks.use(
    requestIs([item()], { is_test: true }),
    restAnswers({
      table: "events",
      rows: [
        { seq: 2, kind: "sent", at: "2026-11-16T10:00:00Z" },
        { seq: 1, kind: "created", at: "2026-11-15T10:00:00Z" },
      ],
    }),
  );
  const { user } = openPage();

  await screen.findByText(
    /^This is a test. It isn’t listed or counted, and will be deleted on Sun Nov 29\.$/,
  );
  screen.getByText("None in a test.");
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(screen.queryByRole("menuitem", { name: "Repeat" })).toBeNull();
  screen.getByRole("menuitem", { name: "Duplicate" });
});

test("item titles are shown before sign-in once a member allows it", async () => {
  mocks.use(requestIs([item()]));
  const showing = recordedCalls("show_items");
  mocks.use(showing.taking);
  const { user } = openPage();

  const setting = within(await screen.findByRole("region", { name: "Link page" }));
  setting.getByText("Shows the title and the due date, but no items.");
  mocks.use(requestIs([item()], { shows_items: true }));
  await user.click(setting.getByRole("button", { name: "Show items on the link page" }));

  await setting.findByText(/the names of the items/);
  setting.getByRole("button", { name: "Hide items on the link page" });
  expect(showing.made).toEqual([{ request: requestId, shown: true }]);
});

test("a return requires a reason", async () => {
  mocks.use(requestIs([item()]));
  const { user } = openPage();

  await user.click(await screen.findByRole("button", { name: "Return Payslips" }));
  await user.click(screen.getByRole("button", { name: "Return with this reason" }));

  screen.getByText("Enter a reason so they know what to change.");
  expect(document.activeElement).toBe(screen.getByLabelText(/are you returning/));
});

test("another workspace's request looks like one that does not exist", async () => {
  mocks.use(restAnswers({ table: "requests", by: "request_details", rows: [] }));
  openPage();

  await screen.findByRole("heading", { name: "This request doesn’t exist, or you don’t have access to it." });
  expect(screen.getByRole("link", { name: "Go to your requests" }).getAttribute("href")).toBe("/requests");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a recipient's text is never interpreted as HTML", async () => {
  const text = '<img src=x onerror="alert(1)">';
  mocks.use(requestIs([item({ files: [], answer_kind: "cannot_provide", answer: text })]));
  openPage();

  await screen.findByText("They say they can’t provide it.");
  screen.getByText(text);
});

describe("a reason for no answer", () => {
  const declined = item({ files: [], answer_kind: "cannot_provide", answer: "Lost in the flood." });

  test("is agreed with by the name of what it leads to", async () => {
    const calls = recordedCalls("decide_item", 4);
    mocks.use(requestIs([declined]), calls.taking);
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "Not needed: Payslips" }));
    await screen.findByText("Payslips marked as not needed");
    expect(calls.made).toMatchObject([{ item: "i1", decision: "waive" }]);
  });

  test("can be answered by asking again", async () => {
    mocks.use(requestIs([declined]));
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "Ask again for Payslips" }));
    screen.getByLabelText(/are you returning/);
  });
});

describe("the first step after sending", () => {
  const missing = item({ status: "missing", files: [] });
  const counts = { items_submitted: 0, items_missing: 1, required_missing: 1 };
  const anna = {
    recipient_items: [],
    id: "p1",
    email: "anna@lind.example",
    name: "",
    created_at: "2026-11-16T10:00:00Z",
  };
  const unopened = { ...anna, first_seen_at: null, last_seen_at: null };

  test("is to copy the link, if Sheaf doesn't email it", async () => {
    mocks.use(requestIs([missing], { ...counts, invites: false, recipients: [unopened] }));
    const { user } = openPage();
    const copy = await screen.findByRole("button", { name: "Copy link" });
    await waitFor(() => expect(copy).toHaveProperty("disabled", false));
    await user.click(copy);
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toMatch(/\/r\/8Kd2xxxxxxxxpQ$/);
  });

  test("is to remind, once a recipient has opened the link", async () => {
    const opened = { ...anna, first_seen_at: "2026-11-17T10:00:00Z", last_seen_at: null };
    mocks.use(requestIs([missing], { ...counts, invites: false, recipients: [opened] }));
    openPage();
    await screen.findByRole("button", { name: "Remind" });
    expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
  });

  test("is to wait while the invitation is on its way", async () => {
    mocks.use(requestIs([missing], { ...counts, invites: true, recipients: [unopened] }));
    openPage();
    await screen.findByText("Invitation on its way");
    expect(screen.queryByRole("button", { name: /^(Copy link|Remind)$/ })).toBeNull();
  });
});

test("items stand under their sections, with answers in words and the number of files that came", async () => {
  const written = (id: string, kind: "choice" | "yes_no", answer: string) =>
    item({ id, position: 9, section: "About you", title: id, kind, answer_kind: kind, answer, files: [] });
  mocks.use(
    requestIs([
      written("Incomes", "choice", "Salary\nRent"),
      item({ expected_files: 3 }),
      written("Married", "yes_no", "no"),
    ]),
  );
  openPage();

  await screen.findByText("1 of 3 files");
  const section = within(screen.getByRole("region", { name: "About you" }));
  expect(section.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "About you",
    "Incomes",
    "Married",
  ]);
  section.getByText("Salary Rent");
  section.getByText("No");
  expect(section.queryByText(/files/)).toBeNull();
});

test("the new link is shown after a replacement", async () => {
  mocks.use(
    requestIs([item()]),
    rpcAnswers({ fn: "record_proof", returns: "2100-01-01T00:00:00+00:00" }),
    rpcAnswers({ fn: "rotate_link", returns: "9Kd2xxxxxxxxpQ" }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole("button", { name: "More link options" }));
  await user.click(screen.getByRole("menuitem", { name: "Replace the link" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Replace the link" }),
  );
  await screen.findByRole("dialog", { name: "Link replaced" });
});

describe("after a sign-in long ago, the page asks who it is before", () => {
  const refused = { status: 403, code: "PT403", message: "proof.required" } as const;
  const needsProof = [
    rpcFails({ fn: "record_proof", ...refused }),
    authAnswers({ method: "post", path: "/otp", body: {} }),
  ];
  const question = async () => within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));

  test("it replaces the link, and goes back to the dialog", async () => {
    mocks.use(requestIs([item()]), ...needsProof);
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "More link options" }));
    await user.click(screen.getByRole("menuitem", { name: "Replace the link" }));
    await user.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Replace the link" }),
    );
    await (await question()).findByText(/Before we replace the link, confirm that it’s you\.$/);
    await user.click((await question()).getByRole("button", { name: "Cancel" }));
    await screen.findByRole("dialog", { name: "Replace the link?" });
  });

  test("it deletes a request", async () => {
    mocks.use(
      requestIs([item()], { status: "cancelled" }),
      rpcFails({ fn: "delete_request", ...refused }),
      ...needsProof,
    );
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await user.click(await screen.findByRole("button", { name: "Move to the bin" }));
    await (await question()).findByText(/Before we delete the request, confirm that it’s you\.$/);
  });

  test("it keeps files for fewer days, and the number that was entered stays", async () => {
    mocks.use(requestIs([item()]), ...needsProof);
    const { user } = openPage();
    const card = within(await screen.findByRole("region", { name: "How long files are kept" }));
    await user.click(card.getByRole("button", { name: "Change" }));
    await user.clear(screen.getByLabelText("Days"));
    await user.type(screen.getByLabelText("Days"), "30{Enter}");
    await (await question()).findByText(/Before we change how long files are stored, confirm/);
    await user.click((await question()).getByRole("button", { name: "Cancel" }));
    expect(await screen.findByLabelText("Days")).toHaveProperty("value", "30");
  });
});

describe("the state of a request", () => {
  const missing = item({ status: "missing", files: [] });
  /** Records calls of a function and passes them on to the next handler. */
  const recording = (fn: string, calls: unknown[]) => (url: string) =>
    http.post(`${url}/rest/v1/rpc/${fn}`, async ({ request }) => {
      calls.push(await request.clone().json());
      return undefined;
    });
  const choose = async (user: ReturnType<typeof openPage>["user"], name: string) => {
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name }));
  };

  test("is paused from the menu and resumed from the notice", async () => {
    const calls: unknown[] = [];
    mocks.use(
      requestIs([missing]),
      recording("pause_request", calls),
      recording("resume_request", calls),
      rpcAnswers({ fn: "pause_request", returns: undefined }),
      rpcAnswers({ fn: "resume_request", returns: undefined }),
    );
    const { user } = openPage();
    await screen.findByRole("button", { name: "More" });
    mocks.use(requestIs([missing], { paused_at: "2026-11-20T11:00:00Z" }));
    await choose(user, "Pause");
    await screen.findByText("Request paused");
    await screen.findByText("Paused");
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.queryByRole("menuitem", { name: "Pause" })).toBeNull();
    await user.keyboard("{Escape}");

    mocks.use(requestIs([missing]));
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await screen.findByText("Request resumed");
    await waitFor(() => expect(screen.queryByText("Paused")).toBeNull());
    expect(calls).toEqual([{ request: requestId }, { request: requestId }]);
  });

  test("stays as it was, and says why, if a change is refused", async () => {
    mocks.use(
      requestIs([missing]),
      rpcFails({ fn: "pause_request", status: 409, code: "PT409", message: "request.closed" }),
    );
    const { user } = openPage();
    await choose(user, "Pause");
    expect((await screen.findByRole("alert")).textContent).toMatch(/This request is closed\./);
    expect(screen.queryByText("Paused")).toBeNull();
  });

  test("closed: the dialog names what is missing, the header counts it, and decisions stay possible", async () => {
    const letter = item({ id: "i2", position: 2, title: "Letter", files: [] });
    const calls: unknown[] = [];
    mocks.use(
      requestIs([missing, letter], { items_missing: 1, required_missing: 1 }),
      recording("close_request", calls),
      rpcAnswers({ fn: "close_request", returns: undefined }),
    );
    const { user } = openPage();
    await choose(user, "Close request");
    const dialog = screen.getByRole("dialog", { name: "Close this request?" });
    within(dialog).getByText(/^Still missing: Payslips\. 1 item is still to review/);
    mocks.use(
      requestIs([missing, letter], {
        items_missing: 1,
        required_missing: 1,
        status: "done",
        closed_by: "nora",
        closed_at: "2026-11-20T11:00:00Z",
      }),
    );
    await user.click(within(dialog).getByRole("button", { name: "Close request" }));
    await screen.findByText("Request closed");
    await screen.findByText("Closed, 1 missing");
    expect(calls).toEqual([{ request: requestId }]);
    screen.getByRole("button", { name: "Accept Letter" });
    screen.getByRole("button", { name: "Reopen" });
    expect(screen.queryByText("Done")).toBeNull();
  });

  test("cancelled: it can be reopened for 30 days and not afterwards", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    mocks.use(
      requestIs([missing], { status: "cancelled", closed_at: at(29) }),
      rpcAnswers({ fn: "reopen_request", returns: undefined }),
    );
    const { user } = openPage();
    const reopen = await screen.findByRole("button", { name: "Reopen" });
    screen.getByText(/You can reopen it until/);
    mocks.use(requestIs([missing], { status: "cancelled", closed_at: at(31) }));
    await user.click(reopen);
    await screen.findByText(/cancelled more than 30 days ago/);
    expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
  });

  test("archived: a cancelled request says so, and can be unarchived", async () => {
    const cancelled = { status: "cancelled", closed_at: "2026-11-20T11:00:00Z" };
    mocks.use(requestIs([missing], cancelled), rpcAnswers({ fn: "archive_request", returns: undefined }));
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "More" }));
    const archive = screen.getByRole("menuitem", { name: "Archive" });
    mocks.use(requestIs([missing], { ...cancelled, archived_at: "2026-11-20T12:00:00Z" }));
    await user.click(archive);
    await screen.findByText("Archived");
    await user.click(screen.getByRole("button", { name: "More" }));
    const takeOut = screen.getByRole("menuitem", { name: "Unarchive" });
    mocks.use(rpcAnswers({ fn: "unarchive_request", returns: undefined }), requestIs([missing], cancelled));
    await user.click(takeOut);
    await waitFor(() => expect(screen.queryByText("Archived")).toBeNull());
  });

  test("a duplicate opens in the editor", async () => {
    mocks.use(requestIs([missing]), rpcAnswers({ fn: "duplicate_request", returns: "copy" }));
    const { user } = openPage();
    await screen.findByRole("button", { name: "More" });
    mocks.use(requestIs([missing], { id: "copy", status: "draft", sent_at: null }));
    await choose(user, "Duplicate");
    await screen.findByRole("button", { name: "Send request" });
    await screen.findByText("Duplicated. This is the copy.");
  });
});
