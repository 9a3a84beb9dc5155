import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { maxThumbnailBytes } from "../../data/files/thumbnail.models.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { NearEverything } from "../../testing/near-everything.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { besideRequest, fileRow, itemRow, requestId, requestIs } from "../../testing/sent-request.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});
afterEach(() => vi.unstubAllGlobals());
const open = () => renderApp(`/requests/${requestId}`);
const file = (id: string, over: AnswerRow<"files"> = {}) =>
  fileRow({ id, name: `${id}.pdf`, object_key: `w1/${id}`, ...over });

describe("thumbnails", () => {
  const loaded: string[] = [];
  const counting = (url: string) =>
    http.get(`${url}/storage/v1/object/*`, ({ request }) => {
      loaded.push(new URL(request.url).pathname.replace(/.*\//, ""));
      return new Promise<never>(() => {});
    });
  const files = [
    file("text", { mime: "text/plain" }),
    file("huge", { size: maxThumbnailBytes + 1 }),
    file("a"),
    file("b"),
    file("c"),
  ];
  beforeEach(() => {
    loaded.length = 0;
    mocks.use(counting);
  });

  test("load two files at a time: no sensitive, large or unknown ones", async () => {
    vi.stubGlobal("IntersectionObserver", NearEverything);
    mocks.use(
      requestIs([itemRow({ id: "i0", sensitive: true, files: [file("passport")] }), itemRow({ files })]),
    );
    open();
    await screen.findByRole("link", { name: "a.pdf" });
    await waitFor(() => expect(loaded).toEqual(["a", "b"]));
  });

  test("load nothing that isn't in view", async () => {
    mocks.use(requestIs([itemRow({ files })]));
    open();
    await screen.findByRole("link", { name: "a.pdf" });
    expect(loaded).toEqual([]);
  });
});

test("each file has its verdict", async () => {
  mocks.use(
    requestIs([
      itemRow({
        files: [
          file("kept", { verdict: "accepted" }),
          file("dark", { verdict: "returned", verdict_reason: "Too dark." }),
          file("again"),
        ],
      }),
      itemRow({ id: "i2", position: 2, title: "Lease", files: [file("lease")] }),
    ]),
  );
  open();
  await screen.findByRole("link", { name: "kept.pdf Accepted" });
  screen.getByRole("link", { name: "dark.pdf Returned" });
  screen.getByRole("link", { name: "again.pdf New" });
  const lease = screen.getByRole("link", { name: "lease.pdf" });
  within(lease.closest("li") ?? expect.fail("no list item")).getByText("To review");
  expect(screen.getAllByText("To review")).toHaveLength(1);
});

test("a cancelled request still tells reasons for no answer from what was sent", async () => {
  const declined = { files: [], answer_kind: "cannot_provide" as const, answer: "Lost." };
  mocks.use(
    requestIs(
      [
        itemRow(declined),
        itemRow({ ...declined, id: "i2", position: 2, title: "Lease", answer_kind: "not_applicable" }),
        itemRow({ id: "i3", position: 3, title: "Passport" }),
      ],
      { status: "cancelled", closed_at: new Date().toISOString() },
    ),
  );
  open();
  const decision = async (title: string) =>
    within(await screen.findByRole("group", { name: `Decision on ${title}` }));
  (await decision("Payslips")).getByText("Can’t provide");
  (await decision("Lease")).getByText("Doesn’t apply");
  (await decision("Passport")).getByText("Submitted");
});

test("a section says what is open in it", async () => {
  mocks.use(
    requestIs([itemRow({ section: "Income" }), itemRow({ id: "i2", section: "Income", status: "missing" })]),
  );
  open();
  const section = within(await screen.findByRole("region", { name: "Income" }));
  section.getByText("1 to review, 1 missing");
});

describe("the end of a request", () => {
  const done = { status: "done", closed_at: new Date().toISOString() };
  const anna = {
    recipient_items: [],
    id: "p1",
    email: "anna@lind.example",
    name: "Anna Lind",
    created_at: "2026-11-16T10:00:00Z",
  };

  test("says who sent how much, and since when it is complete", async () => {
    mocks.use(
      requestIs(
        [
          itemRow({ status: "accepted", files: [file("a"), file("b", { verdict: "returned" })] }),
          itemRow({
            id: "i2",
            kind: "text",
            answer_kind: "text",
            answer: "42",
            files: [],
            status: "accepted",
          }),
        ],
        { ...done, recipients: [{ ...anna, first_seen_at: "2026-11-17T10:00:00Z", last_seen_at: null }] },
      ),
    );
    open();
    const card = within(await screen.findByRole("region", { name: "You have everything" }));
    card.getByText("Anna Lind");
    card.getByText("1 file, 3 B, and 1 answer");
    card.getByText("just now");
    screen.getByRole("button", { name: "Download all" });
  });

  test("doesn't call a request complete that was closed with something missing", async () => {
    mocks.use(requestIs([itemRow({ status: "missing", files: [] })], { ...done, closed_by: "nora" }));
    open();
    await screen.findByText(/This request is closed/);
    expect(screen.queryByText("You have everything")).toBeNull();
  });
});

test("the history counts acts of one kind, and lists them on demand", async () => {
  const added = (seq: number, name: string) => ({
    seq,
    kind: "file_added",
    actor: "anna",
    actor_name: "Anna Lind",
    data: { name },
    at: new Date().toISOString(),
    items: { title: "Payslips" },
    recipients: null,
  });
  mocks.use(
    requestIs([itemRow()]),
    restAnswers({ table: "events", rows: [added(3, "march.pdf"), added(2, "february.pdf")] }),
  );
  const { user } = open();
  const today = within(await screen.findByRole("region", { name: "Today" }));
  expect(today.getByRole("listitem").textContent).toMatch(/^Anna Lind added 2 files to Payslipsjust now/u);
  await user.click(today.getByRole("button", { name: "Show all 2" }));
  today.getByText("march.pdf");
  today.getByText("february.pdf");
  await user.click(today.getByRole("button", { name: "Show less" }));
  expect(today.queryByText("march.pdf")).toBeNull();
});

test("the history tells a reason for no answer from an answer", async () => {
  const answered = (seq: number, kind: string) => ({
    seq,
    kind: "answered",
    actor: "anna",
    actor_name: "Anna Lind",
    data: { kind },
    at: new Date().toISOString(),
    items: { title: "Payslips" },
    recipients: null,
  });
  mocks.use(
    requestIs([itemRow()]),
    restAnswers({ table: "events", rows: [answered(3, "cannot_provide"), answered(2, "text")] }),
  );
  open();
  const today = within(await screen.findByRole("region", { name: "Today" }));
  expect(today.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/can’t provide Payslips/),
    expect.stringMatching(/answered Payslips/),
  ]);
});

test("a review of several items ends with its result", async () => {
  const letter = itemRow({ id: "i2", position: 2, title: "Letter", files: [file("letter")] });
  const accepted = { status: "accepted", revision: 4, decided_at: "2026-11-20T11:00:00Z" } as const;
  mocks.use(requestIs([itemRow(), letter]), rpcAnswers({ fn: "decide_item", returns: 4 }), (url) =>
    http.get(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {})),
  );
  const { user } = open();
  await user.click(await screen.findByRole("link", { name: "payslip.pdf" }));
  await screen.findByRole("region", { name: "payslip.pdf" });
  mocks.use(requestIs([itemRow(accepted), letter]));
  await user.keyboard("a");
  await screen.findByRole("region", { name: "letter.pdf" });
  await screen.findByText(/^Payslips accepted\./);
  mocks.use(requestIs([itemRow(accepted), { ...letter, status: "returned", revision: 4 }]));
  await user.keyboard("rPage 2 is cut off.{Control>}{Enter}{/Control}");
  await screen.findByText("Letter returned.");
  const result = within(screen.getByRole("region", { name: "Result" }));
  result.getByRole("heading", { name: "Nothing left to review" });
  result.getByText(/^1 accepted, 1 returned\./);
});
