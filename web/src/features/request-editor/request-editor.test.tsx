import type { RequestDraft } from "@sheaf/contract/request-draft";
import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyInbox } from "../../testing/empty-inbox.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { reminderPlan } from "../../data/requests/request.fixtures.ts";

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
  reminder_plan: reminderPlan,
  last_activity_at: "2026-11-20T10:00:00Z",
  items_missing: 1,
  items_submitted: 0,
  assignee: null,
  request_tags: [],
  items_declined: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 1,
  required_partial: 0,
  required_returned: 0,
  revision: 0,
  workspaces: { id: "w1", name: "Okafor & Lind" },
  recipients: [{ recipient_items: [], id: "p1", email: "anna@lind.example", name: "", last_seen_at: null }],
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
      choices: [],
      multiple: false,
      section: "",
      expected_files: 1,
      sensitive: false,
      status: "missing",
      answer: null,
      answer_kind: null,
      reason: null,
      revision: 1,
      decided_at: null,
      files: [],
      item_examples: [],
      questions: [],
      notes: [],
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
    restAnswers({ table: "requests", by: "request_details", rows: [] }),
    restAnswers({ table: "access_requests", rows: [] }),
    restAnswers({ table: "request_links", rows: [] }),
    restAnswers({ table: "events", rows: [] }),
    rpcAnswers({ fn: "watches_request", returns: true }),
    rpcAnswers({ fn: "request_repeat", returns: [] }),
    // Drafts save by themselves, also when a test ends.
    rpcAnswers({ fn: "create_request", returns: requestId }),
    rpcAnswers({ fn: "edit_request", returns: 1 }),
  );
});

const draftIs = (over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    by: "request_details",
    rows: [{ ...keptDraft, status: "draft", ...over }],
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

  test("the preview of an empty request doesn't call it complete", async () => {
    const { user } = await openEditor();
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    preview.getByText("Your items appear here");
    await user.type(screen.getByLabelText("Title"), "Books {{year}");
    preview.getByText(`Books ${new Date().getFullYear()}`);
    await user.type(screen.getByLabelText("Add an item"), "Payslips{Enter}");
    preview.getByText("1 item left");
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
    screen.getByText(/Change or remove “joel\(at\)tamm”/);
    screen.getByText("Fix the marked fields, then send.");
    screen.getByText(/Only these three addresses can open it/);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Recipients")));
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
  expect(screen.getByTitle("anna@lind.example").textContent).toBe("Anna Lind");
});

describe("sending", () => {
  test("again after a lost connection creates only one request", async () => {
    const created = counting("create_request");
    mocks.use(
      draftIs(),
      created.fault,
      rpcFails({ fn: "send_request", status: 503, code: "PGRST000", message: "no", once: true }),
      rpcAnswers({ fn: "send_request", returns: undefined }),
    );
    const { user, address } = await openEditor();
    await writeAll(user);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await screen.findByText(/The service is unavailable|can’t reach|busy|moment/i);
    expect(address(), "a reload opens the draft").toBe(`/requests/${requestId}/edit`);

    await user.click(screen.getByRole("button", { name: "Send request" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}`));
    expect(created.count.calls).toBe(1);
  });

  test("a saved draft shows its link, like a new request", async () => {
    const requestIs = (status: "draft" | "open") =>
      restAnswers({ table: "requests", by: "request_details", rows: [{ ...keptDraft, status }] });
    mocks.use(
      requestIs("draft"),
      restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
      rpcAnswers({ fn: "edit_request", returns: 1 }),
      (url) =>
        http.post(`${url}/rest/v1/rpc/send_request`, () => {
          mocks.use(requestIs("open"));
          return undefined;
        }),
      rpcAnswers({ fn: "send_request", returns: undefined }),
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);

    await user.click(await screen.findByLabelText("I’ll share the link myself"));
    await user.click(screen.getByRole("button", { name: "Create link" }));

    await screen.findByRole("dialog", { name: "Share this link" });
  });

  test("a draft that was sent elsewhere says so, and changes nothing", async () => {
    const requestIs = (status: "draft" | "open") =>
      restAnswers({ table: "requests", by: "request_details", rows: [{ ...keptDraft, status }] });
    const sent = counting("send_request");
    mocks.use(
      requestIs("draft"),
      sent.fault,
      rpcFails({ fn: "edit_request", status: 409, code: "PT409", message: "request.stale" }),
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);
    const send = await screen.findByRole("button", { name: "Send request" });
    mocks.use(requestIs("open"));
    await user.click(send);
    await screen.findByText(/This request has already been sent/);
    expect(sent.count.calls).toBe(0);
  });

  test("a draft that was changed elsewhere is saved on the second press", async () => {
    const revisions: number[] = [];
    mocks.use(draftIs(), (url) =>
      http.post(`${url}/rest/v1/rpc/edit_request`, async ({ request }) => {
        const { revision } = (await request.json()) as { revision: number };
        revisions.push(revision);
        const allowed = { headers: { "access-control-allow-origin": "*" } };
        if (revision === 3) return HttpResponse.json(4, allowed);
        const refusal = { code: "PT409", message: "request.stale", details: null, hint: null };
        return HttpResponse.json(refusal, { status: 409, ...allowed });
      }),
    );
    const { user, address } = renderApp(`/requests/${requestId}/edit`);
    const save = await screen.findByRole("button", { name: "Save as draft" });
    await user.type(screen.getByLabelText("Title"), ", mine");
    mocks.use(draftIs({ title: "Tax return, theirs", revision: 3 }));
    await user.click(save);
    await screen.findByText(/Someone else changed this request a moment ago/);
    expect(screen.getAllByText("Tax return, theirs", { exact: false })).not.toEqual([]);
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Tax return 2026, mine");
    await user.click(save);
    await waitFor(() => expect(address()).toMatch(/^\/requests\?filter=drafts/));
    expect(revisions).toEqual([0, 3]);
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

describe("a draft saves itself", () => {
  const saves = () => {
    const drafts: Partial<RequestDraft>[] = [];
    const note: Fault = (url) =>
      http.post(`${url}/rest/v1/rpc/:fn`, async ({ request, params }) => {
        if (params["fn"] === "create_request")
          drafts.push(((await request.clone().json()) as { draft: RequestDraft }).draft);
        if (params["fn"] === "edit_request")
          drafts.push(((await request.clone().json()) as { change: RequestDraft }).change);
        return undefined;
      });
    mocks.use(note, draftIs({ title: "Tax", recipients: [], items: [] }));
    return drafts;
  };
  const hide = () => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "visibilityState");
  };

  test("when the tab is hidden, and says when", async () => {
    const drafts = saves();
    const { user } = await openEditor();
    await user.type(screen.getByLabelText("Title"), "Tax");
    screen.getByText("Unsaved changes");
    hide();
    await screen.findByText(/^Saved at \d\d:\d\d$/);
    expect(drafts.at(-1)?.title).toBe("Tax");
    await user.type(screen.getByLabelText("Title"), " return");
    hide();
    await waitFor(() => expect(drafts.at(-1), "only what has changed").toEqual({ title: "Tax return" }));
  });

  test("two seconds after the last change", async () => {
    const drafts = saves();
    const { user } = await openEditor();
    await user.type(screen.getByLabelText("Title"), "Tax");
    await screen.findByText(/^Saved at/, undefined, { timeout: 5000 });
    expect(drafts.at(-1)?.title).toBe("Tax");
  });

  test("on leaving, without asking", async () => {
    const drafts = saves();
    mocks.use(...emptyInbox);
    const { user, address } = await openEditor();
    await user.type(screen.getByLabelText("Title"), "Tax");
    await user.click(screen.getByRole("link", { name: "Needed from you" }));
    await waitFor(() => expect(address()).toBe("/inbox"));
    await waitFor(() => expect(drafts.at(-1)?.title).toBe("Tax"));
    expect(address()).toBe("/inbox");
  });

  test("not without a title, but this browser keeps it until it is discarded", async () => {
    const { user } = await openEditor();
    await paste(user, "Add an item", "Payslips\nLetter");
    screen.getByText(/Drafts save automatically once they have a title/);
    cleanup();
    await openEditor();
    expect(lines()).toEqual(["Edit Payslips", "Edit Letter"]);
    await user.click(screen.getByRole("button", { name: "Discard it" }));
    expect(screen.queryByRole("button", { name: "Edit Payslips" })).toBeNull();
  });

  test("and says so once what was kept is saved", async () => {
    saves();
    const { user } = await openEditor();
    await paste(user, "Add an item", "Payslips\nLetter");
    cleanup();
    const next = await openEditor();
    await next.user.type(screen.getByLabelText("Title"), "Tax return");
    hide();
    await screen.findByText("We restored what you typed here earlier. It’s saved now.");
    expect(screen.queryByRole("button", { name: "Discard it" })).toBeNull();
  });

  test("under its own name, so the next new request begins empty", async () => {
    mocks.use(rpcFails({ fn: "edit_request", status: 503, code: "PGRST000", message: "no" }));
    const drafts = saves();
    const { user } = await openEditor();
    await user.type(screen.getByLabelText("Title"), "Tax");
    hide();
    await screen.findByText(/^Saved at/);
    await user.type(screen.getByLabelText("Title"), " return");
    cleanup();
    await waitFor(() => expect(drafts.at(-1)?.title).toBe("Tax return"));
    await openEditor();
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "");
    cleanup();
    renderApp(`/requests/${requestId}/edit`);
    expect(await screen.findByLabelText("Title")).toHaveProperty("value", "Tax return");
    screen.getByText(/We restored what you typed here earlier/);
  });

  test("and shows what another tab has saved, without touching what is typed here", async () => {
    mocks.use(draftIs());
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.type(await screen.findByLabelText("Title"), ", mine");
    mocks.use(draftIs({ message: "From the other tab", revision: 1 }));
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await screen.findByDisplayValue("From the other tab");
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Tax return 2026, mine");
  });
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

describe("deleting a draft", () => {
  const ask = async () => {
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Delete draft" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this draft?" });
    await user.click(within(dialog).getByRole("button", { name: "Delete draft" }));
    return dialog;
  };

  test("asks first, then leads to the other drafts", async () => {
    mocks.use(
      draftIs(),
      rpcAnswers({ fn: "delete_draft", returns: undefined }),
      rpcAnswers({ fn: "list_requests", returns: [] }),
      rpcAnswers({
        fn: "request_counts",
        returns: [{ open: 0, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 }],
      }),
    );
    await ask();
    await screen.findByText("No drafts");
    screen.getByText("Draft deleted");
  });

  test("says so if the draft was sent in the meantime", async () => {
    mocks.use(draftIs(), rpcFails({ fn: "delete_draft", status: 409, code: "PT409", message: "draft.sent" }));
    const dialog = await ask();
    await within(dialog).findByRole("alert");
    expect(screen.queryByText("Draft deleted")).toBeNull();
  });
});
