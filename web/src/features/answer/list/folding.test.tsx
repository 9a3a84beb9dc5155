import { rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { begins, type Fault, itemRow, requestIs } from "../../../testing/received-checklist.ts";
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

const items = (...over: AnswerRow<"items">[]) =>
  ["Lease", "Payslips", "Passport"].map((title, place) =>
    itemRow({ id: `i${place + 1}`, position: place + 1, title, ...over[place] }),
  );
const stored: AnswerRow<"files"> = {
  id: "f1",
  name: "lease.pdf",
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

const rowOf = (title: string) =>
  screen.getByRole("heading", { name: title, level: 3 }).closest("details") ?? expect.fail("no row");
const summaryOf = (title: string) => rowOf(title).querySelector("summary") ?? expect.fail("no summary");
const unfolded = () =>
  [...document.querySelectorAll("details[data-item][open]")].map(
    (row) => within(row as HTMLElement).getAllByRole("heading")[0]?.textContent,
  );
const open = async () => {
  const { user } = renderApp("/r/token");
  await screen.findByRole("heading", { name: "Lease" });
  return user;
};
const pdf = (name: string) => new File(["%PDF-1.7 abc"], name, { type: "application/pdf" });

describe("a row", () => {
  test("is unfolded for the first item that waits; the others unfold on a tap", async () => {
    mocks.use(requestIs(items()));
    const user = await open();
    expect(unfolded()).toEqual(["Lease"]);
    await user.click(summaryOf("Passport"));
    expect(unfolded()).toEqual(["Lease", "Passport"]);
    await user.click(summaryOf("Lease"));
    expect(unfolded()).toEqual(["Passport"]);
  });

  test("says why it was returned before it is unfolded, once", async () => {
    const dark = { ...stored, verdict: "returned" as const, verdict_reason: "Too dark." };
    mocks.use(
      requestIs(
        items(
          { status: "returned", reason: "Page 2 is cut off." },
          { status: "returned", files: [{ ...dark, name: "dark.pdf" }] },
        ),
      ),
    );
    const user = await open();
    const summary = within(summaryOf("Payslips"));
    summary.getByText("Too dark.");
    summary.getByText("dark.pdf");
    expect(screen.getAllByText("Page 2 is cut off.")).toHaveLength(1);
    await user.click(summaryOf("Payslips"));
    summary.getByText("Too dark.");
    expect(screen.getAllByText("Too dark.")).toHaveLength(1);
  });

  test("leaves several reasons to the files that they are about once it is unfolded", async () => {
    const returned = (id: string, verdict_reason: string) =>
      ({ ...stored, id, verdict: "returned", verdict_reason }) as const;
    const files = [returned("f1", "Too dark."), returned("f2", "Page 2 is cut off.")];
    mocks.use(requestIs(items({}, { status: "returned", files })));
    const user = await open();
    const summary = within(summaryOf("Payslips"));
    expect(unfolded()).toEqual(["Payslips"]);
    await user.click(summaryOf("Payslips"));
    summary.getByText("Too dark.");
    summary.getByText("Page 2 is cut off.");
    await user.click(summaryOf("Payslips"));
    expect(summary.queryByText("Too dark.")).toBeNull();
    expect(screen.getAllByText("Too dark.")).toHaveLength(1);
    expect(screen.getAllByText("Page 2 is cut off.")).toHaveLength(1);
  });

  test("unfolds for files that are dropped on it, and says that they are being sent until they are there", async () => {
    const held = Promise.withResolvers<undefined>();
    const storageWaits: Fault = (url) =>
      http.post(`${url}/storage/v1/object/*`, async () => {
        await held.promise;
        return HttpResponse.json({}, { headers: { "access-control-allow-origin": "*" } });
      });
    mocks.use(
      requestIs(items()),
      begins,
      storageWaits,
      rpcAnswers({ fn: "finish_upload", returns: undefined }),
    );
    const user = await open();
    screen.getByText(/^A file is sent as soon as you add it\./);
    const dataTransfer = { types: ["Files"], items: [], files: [pdf("january.pdf")] };
    fireEvent.dragOver(summaryOf("Payslips"), { dataTransfer });
    fireEvent.drop(summaryOf("Payslips"), { dataTransfer });
    const summary = within(summaryOf("Payslips"));
    await summary.findByText("Sending…");
    screen.getByText("Keep this page open until your files have arrived.");
    expect(unfolded()).toContain("Payslips");
    expect(summary.queryByText("january.pdf")).toBeNull();
    await user.click(summaryOf("Payslips"));
    summary.getByText("january.pdf");
    summary.getByRole("progressbar");

    const arrived = items({}, { status: "submitted", files: [{ ...stored, name: "january.pdf" }] });
    mocks.use(requestIs(arrived));
    held.resolve(undefined);
    await summary.findByText("Sent");
    expect(summary.queryByText("Sending…")).toBeNull();
  });

  test("doesn't hide a file that couldn't be sent", async () => {
    mocks.use(requestIs(items()));
    const user = await open();
    await user.upload(screen.getByTestId("files-i2"), new File([], "empty.pdf"));
    await within(summaryOf("Payslips")).findByText("1 file not sent");
    within(summaryOf("Payslips")).getByText("Missing");
  });

  test("keeps what is typed into it while it is folded", async () => {
    mocks.use(requestIs(items({ kind: "text" })));
    const user = await open();
    const box = screen.getByRole("textbox", { name: "Your answer to Lease" });
    await user.type(box, "12 High Street");
    await user.click(summaryOf("Lease"));
    await user.click(summaryOf("Lease"));
    expect(screen.getByRole("textbox", { name: "Your answer to Lease" })).toBe(box);
    expect(box).toHaveProperty("value", "12 High Street");
  });
});

describe("the bar", () => {
  const bar = () => within(screen.getByRole("region", { name: "Next item" }));

  test("counts what is left, and goes from item to item", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    mocks.use(requestIs(items({}, { required: false })));
    const user = await open();
    bar().getByText("2 left");
    bar().getByText("Next: Lease");
    const go = bar().getByRole("button", { name: "Go to next" });

    await user.click(go);
    expect(document.activeElement).toBe(summaryOf("Lease"));
    bar().getByText("Next: Passport");

    await user.click(go);
    expect(document.activeElement).toBe(summaryOf("Passport"));
    expect(unfolded()).toContain("Passport");
    expect(scrolled.mock.contexts).toEqual([rowOf("Lease"), rowOf("Passport")]);
    bar().getByText("Next: Lease");
  });

  test("is gone while the only item left is unfolded, as it has nowhere to go", async () => {
    mocks.use(requestIs(items({}, { status: "submitted" }, { status: "submitted" })));
    const user = await open();
    expect(screen.queryByRole("region", { name: "Next item" })).toBeNull();
    await user.click(summaryOf("Lease"));
    bar().getByRole("button", { name: "Go to next" });
  });

  test("goes to a required item that came back, past an unvisited optional one", async () => {
    const optional = { required: false };
    mocks.use(requestIs(items(optional, { status: "submitted" }, { status: "submitted" })));
    const user = await open();
    const back = { status: "returned", reason: "Page 2 is missing." } as const;
    mocks.use(requestIs(items(optional, back, { status: "submitted" })));
    fireEvent(document, new Event("visibilitychange", { bubbles: true }));
    await screen.findByText("Page 2 is missing.");
    bar().getByText("Next: Payslips");
    await user.click(bar().getByRole("button", { name: "Go to next" }));
    expect(document.activeElement).toBe(summaryOf("Payslips"));
  });

  test("is gone when only optional items are left, or the request takes nothing", async () => {
    mocks.use(requestIs(items({ required: false }, { status: "submitted" }, { status: "submitted" })));
    await open();
    expect(screen.queryByRole("button", { name: "Go to next" })).toBeNull();
  });
});

test("an answered item stays in its place until the recipient goes on; the next one below unfolds", async () => {
  mocks.use(requestIs(items({ kind: "text" })), rpcAnswers({ fn: "answer_item", returns: 2 }));
  const user = await open();
  const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
  const before = ["Tax return 2026 ", "Left for you 3", "Lease", "Payslips", "Passport"];
  expect(headings()).toEqual(before);
  await user.type(screen.getByRole("textbox", { name: "Your answer to Lease" }), "12 High Street");
  const answered = {
    kind: "text",
    status: "submitted",
    answer_kind: "text",
    answer: "12 High Street",
  } as const;
  mocks.use(requestIs(items(answered)));
  await user.click(screen.getByRole("button", { name: "Send answer to Lease" }));
  await screen.findByRole("heading", { name: /^Left for you 2/ });
  expect(headings()).toEqual(before.with(1, "Left for you 2"));
  expect(unfolded()).toEqual(["Lease", "Payslips"]);

  await user.click(screen.getByRole("button", { name: "Go to next" }));
  expect(headings()).toEqual([
    "Tax return 2026 ",
    "Left for you 2",
    "Payslips",
    "Passport",
    "Sent 1",
    "Lease",
  ]);
  expect(unfolded()).toEqual(["Payslips"]);
});
