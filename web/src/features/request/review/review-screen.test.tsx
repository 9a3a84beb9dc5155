import { type AnswerRow, restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { storageAnswers } from "@sheaf/mocks/handlers/storage";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import {
  besideRequest,
  fileRow as storedFile,
  itemRow as item,
  requestId,
  requestIs,
} from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();

beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});

const open = (path = "") => renderApp(`/requests/${requestId}${path}`);

async function shownWindow(): Promise<HTMLElement> {
  await screen.findByRole("button", { name: "Close the review" });
  return screen.getByRole("main");
}

test("a file whose content has changed is never shown", async () => {
  mocks.use(
    requestIs([item()]),
    storageAnswers({ bytes: new Uint8Array([1, 2, 3]), mime: "application/pdf" }),
  );
  const { user } = open();

  await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));

  const window = await shownWindow();
  const shown = within(within(window).getByRole("region", { name: "payslip.pdf" }));
  await shown.findByRole("heading", { name: "This file differs from the one that was uploaded." });
  expect(shown.queryByRole("img")).toBeNull();
});

describe("the review", () => {
  const file = (id: string) => storedFile({ id, name: `${id}.pdf` });
  const letter = item({ id: "i2", position: 2, title: "Letter", files: [file("letter")] });
  const returned = {
    status: "returned",
    reason: "Blurred.",
    revision: 4,
    decided_at: "2026-11-20T11:00:00Z",
  };
  const filesComeLate = (url: string) =>
    http.get(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {}));

  test("shows the state of each item in order, with a ring around the shown one's", async () => {
    mocks.use(
      requestIs([
        item(),
        { ...letter, status: "accepted" },
        item({ id: "i3", position: 3, title: "Lease", status: "returned", files: [file("lease")] }),
      ]),
      filesComeLate,
    );
    const { user } = open("/review");
    const bar = await within(await shownWindow()).findByRole("img", { name: "2 reviewed, 1 left" });
    const segments = Array.from(bar.children, (segment) => segment as HTMLElement);
    const ringed = () => segments.flatMap(({ dataset }, place) => (dataset["current"] === "" ? [place] : []));
    expect(segments.map(({ dataset }) => dataset["state"])).toEqual(["submitted", "accepted", "returned"]);
    expect(ringed()).toEqual([0]);
    await user.keyboard("n");
    await waitFor(() => expect(ringed()).toEqual([1]));
  });

  test("says who sent each file", async () => {
    const added = (file_id: string, actor_name: string): AnswerRow<"events"> => ({
      seq: 1,
      kind: "file_added",
      actor: actor_name,
      actor_name,
      data: { name: "" },
      at: "2026-11-20T10:00:00Z",
      item_id: "i1",
      file_id,
      items: { title: "Payslips" },
      recipients: null,
    });
    mocks.use(
      requestIs([item({ files: [storedFile(), file("february")] })]),
      restAnswers({ table: "events", rows: [added("f1", "Anna Lind"), added("february", "Mats Lind")] }),
      filesComeLate,
    );
    const { user } = open("/review");
    const about = within(await shownWindow());
    await about.findByText(/^From Anna Lind, /);
    await user.keyboard("j");
    await about.findByText(/^From Mats Lind, /);
  });

  test("offers other words for an answer that declines the item", async () => {
    mocks.use(requestIs([item({ files: [], answer_kind: "cannot_provide", answer: "Lost in a move." })]));
    open("/review");
    const window = within(await shownWindow());
    await window.findByRole("button", { name: "Not needed" });
    window.getByRole("button", { name: "Ask again" });
  });

  test.each(["Blurred.", "Send page 3 too."])(
    "says once why an item was returned whose file was returned because: %s",
    async (verdict_reason) => {
      mocks.use(
        requestIs([item({ ...returned, files: [storedFile({ verdict: "returned", verdict_reason })] })]),
        filesComeLate,
      );
      const { user } = open();
      await user.click(await screen.findByRole("link", { name: /payslip\.pdf/ }));
      const window = within(await shownWindow());
      await window.findByRole("heading", { name: "You returned this" });
      expect(window.getAllByText(/Blurred\./)).toHaveLength(1);
      expect(window.queryAllByText(/Send page 3 too\./)).toHaveLength(verdict_reason === "Blurred." ? 0 : 1);
    },
  );

  test("hides a sensitive file and a sensitive answer until they are opened", async () => {
    const number = { kind: "text", answer_kind: "text", answer: "DE89 3704" } as const;
    mocks.use(
      requestIs([
        item({ sensitive: true }),
        item({ id: "i2", position: 2, sensitive: true, files: [], ...number }),
      ]),
      filesComeLate,
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    const window = within(await shownWindow());
    const file = await window.findByRole("progressbar", { name: "Loading payslip.pdf", hidden: true });
    expect(file.closest("[inert]")).not.toBeNull();
    await user.click(window.getByRole("button", { name: "Show sensitive file payslip.pdf" }));
    expect(file.closest("[inert]")).toBeNull();
    await user.keyboard("j");
    expect((await window.findByText("DE89 3704")).closest("[inert]")).not.toBeNull();
  });

  test("keeps focus after a return, and Enter closes it after the last item, back at its file", async () => {
    mocks.use(requestIs([item(), letter]), rpcAnswers({ fn: "decide_item", returns: 4 }), filesComeLate);
    const { user, address } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    const window = await shownWindow();

    await user.keyboard("r");
    await user.keyboard("Blurred.");
    mocks.use(requestIs([item(returned), letter]));
    await user.keyboard("{Control>}{Enter}{/Control}");
    const next = await within(window).findByRole("region", { name: "letter.pdf" });
    await waitFor(() => expect(within(window).queryByRole("textbox")).toBeNull());
    expect(document.activeElement).toBe(next);

    mocks.use(requestIs([item(returned), { ...letter, status: "accepted", revision: 4 }]));
    await user.keyboard("a");
    await within(window).findByRole("button", { name: "Finish review" });
    await user.keyboard("{Enter}");
    const left = await screen.findByRole("link", { name: "letter.pdf" });
    await waitFor(() => expect(document.activeElement).toBe(left));
    expect(address()).toBe(`/requests/${requestId}`);
  });

  test("scrolls the file instead of the page behind", async () => {
    mocks.use(requestIs([item({ files: [], answer_kind: "text", answer: "A long answer" })]), filesComeLate);
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: /^Review/ }));
    const window = await shownWindow();
    const scrolled = window.querySelector("[data-scrolls]");
    if (!scrolled) throw new Error("Nothing in the review scrolls.");
    const scrollBy = vi.fn();
    Object.assign(scrolled, { scrollBy });
    await user.keyboard("{PageDown}");
    expect(scrollBy).toHaveBeenCalledTimes(1);
  });

  test("names files that were not opened before accepting all of them", async () => {
    const decide = vi.fn();
    mocks.use(
      requestIs([item({ files: [file("a"), file("b"), file("c")] })]),
      (url) => http.post(`${url}/rest/v1/rpc/decide_item`, () => decide()),
      rpcAnswers({ fn: "decide_item", returns: 4 }),
      filesComeLate,
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "a.pdf" }));
    const window = await shownWindow();
    await user.keyboard("j");
    await within(window).findByRole("region", { name: "b.pdf" });

    await user.keyboard("a");
    await within(window).findByText(/You haven’t opened 1 of 3 files: c\.pdf\. Accept again/);
    expect(decide).not.toHaveBeenCalled();

    await user.keyboard("a");
    await waitFor(() => expect(decide).toHaveBeenCalledTimes(1));
  });

  test("loads the next file once this one is shown", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    const files = ["a", "b", "c"].map((id) =>
      storedFile({ id, name: `${id}.pdf`, sha256: hash, object_key: `w1/${id}` }),
    );
    const loaded: string[] = [];
    const arrive = Promise.withResolvers<void>();
    mocks.use(requestIs([item({ files })]), (url) =>
      http.get(`${url}/storage/v1/object/*`, async ({ request }) => {
        loaded.push(new URL(request.url).pathname.slice(-1));
        await arrive.promise;
        return HttpResponse.arrayBuffer(bytes.buffer);
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "a.pdf" }));
    const window = await shownWindow();
    await within(window).findByRole("progressbar", { name: "Loading a.pdf" });
    expect(loaded).toEqual(["a"]);

    arrive.resolve();
    await waitFor(() => expect(loaded).toEqual(["a", "b"]));

    await user.keyboard("j");
    await within(window).findByRole("region", { name: "b.pdf" });
    await waitFor(() => expect(loaded).toEqual(["a", "b", "c"]));
  });

  test("notes a file as viewed when it is shown, not when it is loaded ahead", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    const files = ["v1", "v2"].map((id) => storedFile({ id, name: `${id}.pdf`, sha256: hash }));
    const opened: string[] = [];
    const loaded: string[] = [];
    mocks.use(
      requestIs([item({ files })]),
      (url) =>
        http.post(`${url}/rest/v1/rpc/open_files`, async ({ request }) => {
          const call = (await request.json()) as { files: string[]; purpose: string };
          opened.push(`${call.purpose} ${call.files.join(" ")}`);
          // The page must not wait for the note.
          if (call.purpose === "view" && call.files[0] === "v2") return new Promise<never>(() => {});
          return HttpResponse.json(call.files, { headers: { "access-control-allow-origin": "*" } });
        }),
      (url) =>
        http.get(`${url}/storage/v1/object/*`, ({ request }) => {
          loaded.push(new URL(request.url).pathname.split("/").at(-1) ?? "");
          return HttpResponse.arrayBuffer(bytes.buffer, { headers: { "access-control-allow-origin": "*" } });
        }),
      rpcAnswers({
        fn: "file_openings",
        returns: [
          {
            name: "Ben",
            is_me: false,
            by_member: true,
            times: 2,
            last_at: "2026-11-20T10:00:00Z",
            is_loaded_only: false,
          },
        ],
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "v1.pdf" }));
    const window = await shownWindow();
    await waitFor(() => expect(loaded).toEqual(["v1", "v2"]));
    expect(opened).toEqual(["view v1", "prefetch v2"]);
    await within(window).findByText(/^Opened by Ben, 2 times, most recently /);

    await user.keyboard("j");
    const shown = within(await within(window).findByRole("region", { name: "v2.pdf" }));
    await waitFor(() => expect(opened).toEqual(["view v1", "prefetch v2", "view v2"]));
    await shown.findByText("No preview for this file type");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    await user.keyboard("k");
    await user.keyboard("d");
    await waitFor(() => expect(opened.slice(3)).toEqual(["download v1"]));
    expect(loaded).toEqual(["v1", "v2"]);
  });

  test("shows the progress of loading a file", async () => {
    mocks.use(requestIs([item()]), filesComeLate);
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    const window = await shownWindow();
    await within(window).findByRole("progressbar", { name: "Loading payslip.pdf" });
    within(window).getByText("0 B of 3 B");
  });
});

describe("setting a file aside", () => {
  const aside = storedFile({ set_aside_at: "2026-11-20T11:00:00Z" });
  const bytes = storageAnswers({ bytes: new Uint8Array([1, 2, 3]), mime: "application/pdf" });

  test("marks the file on the page and keeps the focus, and it can be put back", async () => {
    const asked: unknown[] = [];
    mocks.use(
      requestIs([item()]),
      bytes,
      (url) =>
        http.post(`${url}/rest/v1/rpc/set_file_aside`, async ({ request }) => {
          const sent = (await request.clone().json()) as { file: string; aside: boolean };
          asked.push(sent);
          mocks.use(requestIs([item({ files: [sent.aside ? aside : storedFile()] })]));
          return undefined;
        }),
      rpcAnswers({ fn: "set_file_aside", returns: undefined }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    const window = await shownWindow();

    const button = within(window).getByRole("button", { name: "Set aside payslip.pdf" });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
    // Not a poll later.
    expect(button.getAttribute("aria-label")).toBe("Put back payslip.pdf");
    within(window).getByText(/“Download all” leaves this file out/);
    expect(document.activeElement).toBe(button);
    within(window).getByRole("button", { name: "payslip.pdf Set aside" });

    await user.keyboard("s");
    await within(window).findByRole("button", { name: "Set aside payslip.pdf" });
    within(window).getByRole("button", { name: "payslip.pdf To review" });
    await user.keyboard("s{Escape}");
    await screen.findByRole("link", { name: "payslip.pdf Set aside" });
    screen.getByText(/All files are set aside\. Return the item/);
    expect(asked).toEqual([
      { file: "f1", aside: true },
      { file: "f1", aside: false },
      { file: "f1", aside: true },
    ]);
  });

  test("says so when the request was cancelled in the meantime, and shows its current state", async () => {
    mocks.use(
      requestIs([item()]),
      bytes,
      rpcFails({ fn: "set_file_aside", status: 409, code: "PT409", message: "request.closed" }),
    );
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    const window = await shownWindow();
    mocks.use(requestIs([item()], { status: "cancelled" }));
    await user.click(within(window).getByRole("button", { name: "Set aside payslip.pdf" }));
    await within(window).findByText(/This request is closed\./);
    await waitFor(() =>
      expect(within(window).queryByRole("button", { name: "Set aside payslip.pdf" })).toBeNull(),
    );
  });
});

describe("the address of a review", () => {
  const late = (url: string) => http.get(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {}));
  const file = (id: string, over = {}) => storedFile({ id, name: `${id}.pdf`, ...over });
  const letter = item({
    id: "i2",
    position: 2,
    title: "Letter",
    instructions: "Signed.",
    files: [file("l1"), file("l2")],
  });
  beforeEach(() => mocks.use(late));

  test("names item and file, which a reload shows again", async () => {
    mocks.use(requestIs([item(), letter]));
    const { user, address } = open("/review?item=i2&file=l2");
    const window = within(await shownWindow());
    window.getByRole("heading", { level: 1, name: "Letter" });
    window.getAllByText("Signed.");
    window.getByText("Item 2 of 2");
    window.getByText("File 2 of 2");
    await user.keyboard("k");
    await window.findByText("File 1 of 2");
    expect(address()).toBe(`/requests/${requestId}/review?item=i2&file=l1`);
    await user.click(window.getByRole("button", { name: "Previous item" }));
    await window.findByRole("heading", { level: 1, name: "Payslips" });
    expect(address()).toBe(`/requests/${requestId}/review?item=i1&file=f1`);
  });

  test.each(["", "?item=unknown", "?item=i1"])(
    "%s leads to the first that waits for review",
    async (query) => {
      mocks.use(requestIs([item({ status: "missing", files: [] }), letter]));
      const { address } = open(`/review${query}`);
      await screen.findByRole("heading", { level: 1, name: "Letter" });
      await waitFor(() => expect(address()).toBe(`/requests/${requestId}/review?item=i2&file=l1`));
    },
  );

  test("says so if nothing waits, with a way back", async () => {
    mocks.use(requestIs([item({ status: "missing", files: [] })]));
    open("/review");
    await screen.findByRole("heading", { level: 1, name: "Nothing to review" });
    const back = screen.getByRole("link", { name: "Go to the request" });
    expect(back.getAttribute("href")).toBe(`/requests/${requestId}`);
  });

  test("of another workspace's request looks like one that does not exist", async () => {
    mocks.use(restAnswers({ table: "requests", by: "request_details", rows: [] }));
    open("/review");
    await screen.findByRole("heading", {
      name: "This request doesn’t exist, or you don’t have access to it.",
    });
    screen.getByRole("link", { name: "Go to your requests" });
  });

  test("is one step of the history: going back leaves the review, at the file shown last", async () => {
    mocks.use(requestIs([item(), letter]));
    const { user, address } = open();
    await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
    await shownWindow();
    await user.keyboard("jj");
    await screen.findByText("File 2 of 2");
    await user.keyboard("{Escape}");
    const last = await screen.findByRole("link", { name: "l2.pdf" });
    await waitFor(() => expect(document.activeElement).toBe(last));
    expect(address()).toBe(`/requests/${requestId}`);
  });

  test("opened by itself closes to the request", async () => {
    mocks.use(requestIs([item(), letter]));
    const { user, address } = open("/review?item=i2");
    await shownWindow();
    await user.keyboard("{Escape}");
    await screen.findByRole("link", { name: "l1.pdf" });
    expect(address()).toBe(`/requests/${requestId}`);
  });
});

describe("review keys", () => {
  const late = (url: string) => http.get(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {}));
  const two = item({
    files: [storedFile({ id: "a", name: "a.pdf" }), storedFile({ id: "b", name: "b.pdf" })],
  });
  beforeEach(() => mocks.use(late, requestIs([two])));

  test("do nothing while someone types", async () => {
    const { user, address } = open("/review");
    await shownWindow();
    await user.keyboard("r");
    const before = address();
    await user.keyboard("jakxuscd?0wt");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("jakxuscd?0wt");
    expect(address()).toBe(before);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("are listed under the question mark, and rest while the list is open", async () => {
    const { user, address } = open("/review");
    await shownWindow();
    await user.keyboard("?");
    within(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).getByText(
      "Compare with the returned file",
    );
    const before = address();
    await user.keyboard("j");
    expect(address()).toBe(before);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.keyboard("j");
    expect(address()).not.toBe(before);
  });

  test("undo a decision, and focus lies on what waits again", async () => {
    mocks.use(rpcAnswers({ fn: "decide_item", returns: 4 }), rpcAnswers({ fn: "undo_decision", returns: 5 }));
    const { user } = open("/review");
    await shownWindow();
    await user.keyboard("j");
    await screen.findByText("File 2 of 2");
    await user.keyboard("a");
    await screen.findByRole("heading", { name: "Nothing left to review" });
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Finish review" }));
    await user.keyboard("u");
    const again = await screen.findByRole("region", { name: "a.pdf" });
    expect(document.activeElement).toBe(again);
    screen.getByRole("button", { name: "Accept all 2" });
  });
});

test("a question is asked beside the file that it is about", async () => {
  const message = { id: "m1", author: "nora", author_name: "Nora", is_member: true, body: "Are these all?" };
  const question: AnswerRow<"questions"> = {
    id: "q1",
    created_at: "2026-11-20T10:00:00Z",
    resolved_at: null,
    messages: [{ ...message, at: "2026-11-20T10:00:00.123456+00:00" }],
  };
  const asking = recordedCalls("ask_question");
  mocks.use(
    requestIs([item()]),
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    asking.taking,
    storageAnswers({ bytes: new Uint8Array([1, 2, 3]), mime: "application/pdf" }),
  );
  const { user } = open("/review");
  const window = within(await shownWindow());
  await user.click(window.getByRole("button", { name: "Ask a question about Payslips" }));
  await user.type(await window.findByLabelText("Your question about “Payslips”"), "Are these all?");
  mocks.use(requestIs([item({ questions: [question] })]));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await window.findByRole("group", { name: "Question: Are these all?" });
  expect(asking.made).toEqual([{ item: "i1", body: "Are these all?" }]);
  window.getByRole("button", { name: "Ask a question about Payslips" });
});

test("a new file is compared with the returned one that it replaces", async () => {
  const old = storedFile({ id: "old", name: "photo.jpg", verdict: "returned", verdict_reason: "Cut off." });
  const files = [old, storedFile({ id: "new", name: "scan.pdf", stored_at: "2026-11-21T10:00:00Z" })];
  const asked: string[] = [];
  mocks.use(requestIs([item({ files, reason: "Cut off." })]), (url) =>
    http.get(`${url}/storage/v1/object/*`, ({ request }) => {
      asked.push(new URL(request.url).pathname.split("/").at(-1) ?? "");
      return new Promise<never>(() => {});
    }),
  );
  const { user } = open("/review");
  const window = within(await shownWindow());
  window.getByRole("region", { name: "scan.pdf" });
  window.getByText("Cut off.");
  await waitFor(() => expect(asked).toEqual(["new"]));
  await user.click(window.getByRole("button", { name: "Compare", pressed: false }));
  await waitFor(() => expect(asked).toEqual(["new", "old"]));
  await window.findByRole("progressbar", { name: "Loading photo.jpg" });
  await user.keyboard("c");
  expect(window.queryByRole("progressbar", { name: "Loading photo.jpg" })).toBeNull();
});
