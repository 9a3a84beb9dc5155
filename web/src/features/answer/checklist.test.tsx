import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { storageUploadCut, storageUploadFails } from "@sheaf/mocks/handlers/storage";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { uploads } from "../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";
import {
  begins,
  counting,
  type Fault,
  itemRow,
  picker,
  requestIs,
} from "../../testing/received-checklist.ts";

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
  name: "letter.pdf",
  size: 12,
  sha256: "ab".repeat(32),
  status: "stored",
  uploaded_by: "anna",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  set_aside_at: null,
  added_by_member: false,
  verdict: null,
  verdict_reason: null,
};

const nothingArrived = rpcFails({
  fn: "finish_upload",
  status: 409,
  code: "PT409",
  message: "file.not_stored",
});
const storageTakes: Fault = (url) =>
  http.post(`${url}/storage/v1/object/documents/w1/r1/i1/f1`, () =>
    HttpResponse.json({}, { headers: { "access-control-allow-origin": "*" } }),
  );

const pdf = new File(["%PDF-1.7 abc"], "letter.pdf", { type: "application/pdf" });
const open = () => renderApp("/r/token");

describe("an added file", () => {
  test("stays listed once it is stored", async () => {
    mocks.use(
      requestIs([itemRow()]),
      begins,
      storageTakes,
      rpcAnswers({ fn: "finish_upload", returns: undefined }),
    );
    const { user } = open();
    const input = await picker();
    mocks.use(requestIs([itemRow({ status: "submitted", files: [stored] })]));
    await user.upload(input, pdf);
    const list = await screen.findByRole("list", { name: "Files for Proof of address" });
    expect(within(list).getByText("letter.pdf")).toBeDefined();
    expect(await screen.findByRole("heading", { name: "You’re done" })).toBeDefined();
    expect(screen.queryByRole("list", { name: /^Uploads for/ })).toBeNull();
  });

  test("says that the requester has set it aside, and can still be removed", async () => {
    const aside = { ...stored, set_aside_at: "2026-11-21T10:00:00Z" };
    mocks.use(requestIs([itemRow({ status: "submitted", files: [aside] })]));
    open();
    const list = await screen.findByRole("list", { name: "Files for Proof of address", hidden: true });
    expect(within(list).getByText(/^Set aside by Okafor & Lind\. If they need another file/)).toBeDefined();
    expect(within(list).getByRole("button", { name: "Remove letter.pdf", hidden: true })).toBeDefined();
  });

  test("shows the reason and no retry when the service rejects its size", async () => {
    mocks.use(
      requestIs([itemRow()]),
      begins,
      storageUploadFails({ statusCode: 413, code: "EntityTooLarge" }),
      nothingArrived,
    );
    const { user } = open();
    await user.upload(await picker(), pdf);
    expect(await screen.findByText(/file is too large/, { selector: "p" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Dismiss letter.pdf" })).toBeDefined();
  });

  test("is stored in a single row when it is retried after a lost connection", async () => {
    // An offline device is not retried automatically, so the failure shows at once.
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { count, fault } = counting("begin_upload");
    mocks.use(
      storageUploadCut({ once: true }),
      rpcFails({ fn: "finish_upload", status: 409, code: "PT409", message: "file.not_stored", once: true }),
      fault,
      requestIs([itemRow()]),
      begins,
      storageTakes,
      rpcAnswers({ fn: "finish_upload", returns: undefined }),
    );
    const { user } = open();
    await user.upload(await picker(), pdf);
    const again = await screen.findByRole("button", { name: "Try again: letter.pdf" });
    expect(screen.getByText(/connection was lost/, { selector: "p" })).toBeDefined();

    mocks.use(requestIs([itemRow({ status: "submitted", files: [stored] })]));
    await user.click(again);
    const list = await screen.findByRole("list", { name: "Files for Proof of address" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
    expect(count.calls).toBe(1);
  });

  test("is rejected with a message when the item was accepted in the meantime", async () => {
    mocks.use(
      requestIs([itemRow()]),
      rpcFails({ fn: "begin_upload", status: 409, code: "PT409", message: "item.locked" }),
    );
    const { user } = open();
    await user.upload(await picker(), pdf);
    expect(await screen.findByText(/has been accepted/, { selector: "p" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  });

  test.each([
    ["pdf", ["pdf"], /This item only accepts PDF files\. Choose a PDF/],
    ["image", ["image"], /This item only accepts images\. Choose an image/],
    ["pdf or image", ["pdf", "image"], /This item only accepts PDF files and images\./],
  ] as const)("of another type shows what this item accepts: %s", async (_, accepts, text) => {
    mocks.use(requestIs([itemRow({ accepts: [...accepts] })]));
    open();
    const notes = new File(["just some notes"], "notes.txt", { type: "text/plain" });
    fireEvent.change(await picker(), { target: { files: [notes] } });
    expect(await screen.findByText(text, { selector: "p" })).toBeDefined();
  });

  test("over the limit shows its size and the limit", async () => {
    mocks.use(requestIs([itemRow()]));
    open();
    const large = new File(["%PDF-1.7"], "scan.pdf", { type: "application/pdf" });
    Object.defineProperty(large, "size", { value: 62 * 1024 * 1024 });
    fireEvent.change(await picker(), { target: { files: [large] } });
    expect(
      await screen.findByText(/This file is 62 MB\. The limit is 50 MB\./, { selector: "p" }),
    ).toBeDefined();
  });

  test("is rejected without a request when it is empty", async () => {
    mocks.use(requestIs([itemRow()]));
    const { user } = open();
    await user.upload(await picker(), new File([], "empty.pdf"));
    expect(await screen.findByText(/This file is empty/, { selector: "p" })).toBeDefined();
  });

  test("can be removed until it is accepted, after a confirmation that names it", async () => {
    mocks.use(
      requestIs([itemRow({ status: "returned", reason: "Page 2 is cut off.", files: [stored] })]),
      rpcAnswers({ fn: "remove_file", returns: undefined }),
    );
    const { user } = open();
    expect(await screen.findByText("Page 2 is cut off.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Remove letter.pdf" }));
    const dialog = await screen.findByRole("dialog", { hidden: true });
    expect(dialog.textContent).toMatch(/Okafor & Lind won’t be able to open letter\.pdf any more/);
    await user.click(within(dialog).getByRole("button", { name: "Remove file", hidden: true }));
    expect(await screen.findByText("letter.pdf was removed.")).toBeDefined();
  });
});

test("a decision on single files shows which one was returned and why, and which was accepted", async () => {
  const files = [
    { ...stored, id: "f1", name: "kept.pdf", verdict: "accepted" as const },
    {
      ...stored,
      id: "f2",
      name: "dark.pdf",
      sha256: "cd".repeat(32),
      verdict: "returned" as const,
      verdict_reason: "Too dark.",
    },
  ];
  mocks.use(requestIs([itemRow({ status: "returned", files })]));
  open();
  const list = await screen.findByRole("list", { name: "Files for Proof of address" });
  const [kept, dark] = within(list).getAllByRole("listitem");
  expect(kept?.textContent).toMatch(/^kept\.pdf.*Accepted\. You don’t need to send it again\.$/u);
  expect(dark?.textContent).toMatch(/^dark\.pdfReturned.*Replace this filePhoto$/u);
  // The reason stands first, above the files.
  expect(list.compareDocumentPosition(screen.getByText("Too dark."))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(within(list).queryByText("New")).toBeNull();
  expect(within(list).getAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  expect(within(list).getByRole("button", { name: "Remove dark.pdf" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Choose files for Proof of address" })).toBeNull();
  cleanup();

  const again = { ...stored, id: "f3", name: "again.pdf" };
  mocks.use(requestIs([itemRow({ status: "submitted", files: [...files, again] })]));
  open();
  const fresh = await screen.findByText("New");
  expect(fresh.parentElement?.textContent).toBe("again.pdfNew");
});

test("the file of an item that was returned as a whole looks returned, and can be replaced", async () => {
  const unchecked = { ...stored, checked_at: null };
  mocks.use(requestIs([itemRow({ status: "returned", reason: "Page 2 is cut off.", files: [unchecked] })]));
  open();
  const list = await screen.findByRole("list", { name: "Files for Proof of address" });
  expect(list.textContent).toMatch(/^letter\.pdfReturned.*Replace this file/u);
  expect(list.textContent).not.toContain("checking");
  expect(screen.queryByRole("button", { name: "Choose files for Proof of address" })).toBeNull();
});

test("a returned file is replaced in one act, and stays listed until both sides have compared", async () => {
  const dark = {
    ...stored,
    id: "f2",
    name: "dark.pdf",
    verdict: "returned" as const,
    verdict_reason: "Too dark.",
  };
  mocks.use(
    requestIs([itemRow({ status: "returned", files: [dark] })]),
    begins,
    storageTakes,
    nothingArrived,
  );
  const { user } = open();
  const opened = vi.spyOn(await picker(), "click");
  await user.click(screen.getByRole("button", { name: "Replace this file: dark.pdf" }));
  expect(opened).toHaveBeenCalledOnce();
  fireEvent.change(await picker(), { target: { files: [pdf] } });
  await within(screen.getByRole("list", { name: "Uploads for Proof of address" })).findByText("letter.pdf");
  screen.getByText("dark.pdf");
  expect(screen.queryByRole("button", { name: /^Replace this file/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Answer to Proof of address" }));
});

describe("an item", () => {
  test.each([
    [{ status: "waived", reason: "We have it." }, "Not needed", "Okafor & Lind doesn’t need this any more."],
    [
      { status: "accepted", received_elsewhere: true, reason: "We have it." },
      "Received another way",
      "Okafor & Lind received this another way. You don’t need to send it.",
    ],
  ] as const)("decided without an answer says so: %j", async (decided, label, text) => {
    const added = { ...stored, uploaded_by: "nora", added_by_member: true };
    mocks.use(requestIs([itemRow({ ...decided, files: [added] })]));
    open();
    expect(await screen.findByText(label)).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByText("Their note: We have it.")).toBeDefined();
    expect(screen.getByText(/, added by Okafor & Lind/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Remove|Choose|Add/ })).toBeNull();
  });

  test("is locked once it is accepted", async () => {
    mocks.use(requestIs([itemRow({ status: "accepted", files: [stored] })]));
    open();
    expect(await screen.findByText(/Okafor & Lind has accepted this/)).toBeDefined();
    expect(screen.queryByRole("button", { name: /Remove|Choose|Add/ })).toBeNull();
  });

  test("keeps the typed answer when someone else has answered first", async () => {
    mocks.use(
      requestIs([itemRow({ kind: "text" })]),
      rpcFails({ fn: "answer_item", status: 409, code: "PT409", message: "item.stale" }),
    );
    const { user } = open();
    const box = await screen.findByRole<HTMLTextAreaElement>("textbox", {
      name: "Your answer to Proof of address",
    });
    await user.type(box, "14 Elm Street");
    await user.click(screen.getByRole("button", { name: "Send answer to Proof of address" }));
    expect(await screen.findByText(/Your text is still here/)).toBeDefined();
    expect(box.value).toBe("14 Elm Street");
  });

  test("warns before a reload discards a typed answer", async () => {
    mocks.use(requestIs([itemRow({ kind: "text" })]));
    const { user } = open();
    const box = await screen.findByRole("textbox", { name: "Your answer to Proof of address" });
    const mayLeave = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(mayLeave()).toBe(true);

    await user.type(box, "14 Elm Street");
    expect(mayLeave()).toBe(false);

    await user.clear(box);
    expect(mayLeave()).toBe(true);
  });

  test("isn't declined after Escape, which keeps a note that was begun", async () => {
    mocks.use(requestIs([itemRow()]));
    const { user } = open();
    const decline = await screen.findByRole("button", { name: /I can’t provide this: Proof of address/ });
    await user.click(decline);
    await user.type(screen.getByRole("textbox", { name: /Add a note/ }), "I");
    await user.keyboard("{Escape}");
    await user.type(screen.getByRole("textbox", { name: /Add a note/ }), "{Backspace}{Escape}");
    expect(screen.queryByRole("textbox", { name: /Add a note/ })).toBeNull();
    expect(decline.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "Answer to Proof of address" }));
  });

  test("can be declined with a note", async () => {
    const sent: unknown[] = [];
    const takes: Fault = (url) =>
      http.post(`${url}/rest/v1/rpc/answer_item`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(2, { headers: { "access-control-allow-origin": "*" } });
      });
    mocks.use(requestIs([itemRow()]), takes);
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: /I can’t provide this: Proof of address/ }));
    expect(screen.queryByRole("button", { name: /^Choose files/ })).toBeNull();
    await user.click(screen.getByRole("radio", { name: "This doesn’t apply to me" }));
    await user.type(screen.getByRole("textbox", { name: /Add a note/ }), "I live abroad");
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText(/Your answer to “Proof of address” was sent/)).toBeDefined();
    expect(sent).toEqual([{ item: "i1", revision: 1, kind: "not_applicable", answer: "I live abroad" }]);
  });
});

test("another user's request looks like one that does not exist", async () => {
  mocks.use(
    restAnswers({ table: "requests", rows: [] }),
    restAnswers({ table: "items", rows: [] }),
    rpcAnswers({ fn: "my_checklist", returns: [] }),
  );
  open();
  expect(await screen.findByRole("heading", { name: "Nothing here for you", level: 1 })).toBeDefined();
});

test("a recipient who is removed while the page is open is told, from the top of the page", async () => {
  mocks.use(requestIs([itemRow()]));
  open();
  await picker();
  mocks.use(
    restAnswers({ table: "requests", rows: [] }),
    restAnswers({ table: "items", rows: [] }),
    rpcAnswers({ fn: "my_checklist", returns: [] }),
  );
  fireEvent(document, new Event("visibilitychange", { bubbles: true }));
  const heading = await screen.findByRole("heading", {
    name: "You can’t open this request any more",
    level: 1,
  });
  expect(document.activeElement).toBe(heading);
  screen.getByRole("link", { name: "See requests sent to you" });
});

test("a cancelled request is marked as such and accepts no answers", async () => {
  const returned = { status: "returned", reason: "Page 2 is cut off." } as const;
  mocks.use(
    requestIs([itemRow(returned), itemRow({ id: "i2", title: "Lease", files: [stored] })], {
      status: "cancelled",
    }),
  );
  open();
  expect(await screen.findByText(/has cancelled this request/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /Choose files/ })).toBeNull();
  expect(screen.queryByText("Page 2 is cut off.")).toBeNull();
  // Only a row that has something inside unfolds.
  expect([...document.querySelectorAll("summary")].map((row) => row.textContent)).toEqual(["LeaseNot sent"]);
  expect(document.querySelector("details[data-item][open]")).toBeNull();
});

describe("a paused request", () => {
  const paused = { paused_at: "2026-11-20T11:00:00Z" };

  test("can be read, but takes nothing", async () => {
    mocks.use(
      requestIs([itemRow({ instructions: "Not older than 3 months.", files: [stored] })], {
        ...paused,
        due_on: "2020-01-01",
      }),
    );
    open();
    await screen.findByText(/Okafor & Lind has paused this request\. You can read it/);
    screen.getByText(/Not older than 3 months/);
    within(screen.getByRole("list", { name: "Files for Proof of address" })).getByText("letter.pdf");
    screen.getByText("1 item left");
    expect(screen.queryByText(/Was due/)).toBeNull();
    expect(screen.queryByRole("button", { name: /Choose files|Add more files|Remove|can’t/i })).toBeNull();
  });

  test("hides a half-written answer without losing it", async () => {
    const text = itemRow({ kind: "text" });
    const other = itemRow({ id: "i2", position: 2, kind: "text", title: "Tax number" });
    mocks.use(
      requestIs([text, other]),
      rpcFails({ fn: "answer_item", status: 409, code: "PT409", message: "request.paused" }),
    );
    const { user } = open();
    await user.type(await screen.findByRole("textbox", { name: /Proof of address/ }), "14 Elm Street");
    await user.type(screen.getByRole("textbox", { name: /Tax number/ }), "12 345");
    mocks.use(requestIs([text, other], paused));
    await user.click(
      within(screen.getByRole("group", { name: "Answer to Tax number" })).getByRole("button", {
        name: /^(Send|Save)/,
      }),
    );
    await screen.findByText(/has paused this request/);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("textbox", { name: /Proof of address/, hidden: true })).toHaveProperty(
      "value",
      "14 Elm Street",
    );
  });
});

test("a closed request needs nothing more, and still lists what was sent", async () => {
  mocks.use(
    requestIs([itemRow({ instructions: "Not older than 3 months.", files: [stored] })], {
      status: "done",
      closed_by: "nora",
      due_on: "2020-01-01",
    }),
  );
  open();
  await screen.findByText(/Okafor & Lind has closed this request\. Nothing more is needed from you\./);
  expect(screen.queryByText(/items? left|Was due|You’re done/)).toBeNull();
  screen.getByText("letter.pdf");
  expect(screen.queryByRole("button", { name: /files for|Remove/, hidden: true })).toBeNull();
});
