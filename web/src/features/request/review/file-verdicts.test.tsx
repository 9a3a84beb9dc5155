import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, fileRow, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
/** Arguments of each decision. */
let decided: unknown[] = [];

const file = (id: string, over = {}) => fileRow({ id, name: `${id}.pdf`, ...over });
const three = itemRow({ files: [file("a"), file("b"), file("c")] });

beforeEach(() => {
  giveSessionCookie();
  decided = [];
  mocks.use(
    ...besideRequest,
    (url) => http.get(`${url}/storage/v1/object/*`, () => new Promise<never>(() => {})),
    (url) =>
      http.post(`${url}/rest/v1/rpc/decide_item`, async ({ request }) => {
        decided.push(await request.clone().json());
        return undefined;
      }),
    rpcAnswers({ fn: "decide_item", returns: 4 }),
  );
});

/** Opens the review and leaves the mouse alone from here on. */
async function review() {
  const { user } = renderApp(`/requests/${requestId}`);
  await screen.findByRole("link", { name: /^a\.pdf/ });
  await user.keyboard("r");
  await screen.findByRole("button", { name: "Close the review" });
  return { user, window: screen.getByRole("main") };
}

describe("a decision on single files, by keyboard", () => {
  test("returns the marked file with its reason and keeps the others", async () => {
    mocks.use(requestIs([three]));
    const { user, window } = await review();
    await user.keyboard("jx");
    expect(document.activeElement).toBe(within(window).getByLabelText("Why are you returning “b.pdf”?"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    within(window).getByText("Enter a reason so they know what to change.");
    await user.keyboard("Too dark.{Control>}{Enter}{/Control}");
    within(window).getByText("To return: Too dark.");
    expect(window.contains(document.activeElement)).toBe(true);

    await user.keyboard("a");
    expect(within(window).getByRole("alert").textContent).toMatch(/^1 file marked to return\./);
    await user.keyboard("r");
    expect(within(window).getByRole("alert").textContent).toMatch(
      /^You haven’t opened 1 of 3 files: c\.pdf\. Return again/,
    );
    expect(decided).toEqual([]);
    await user.keyboard("r");
    await waitFor(() => expect(decided).toHaveLength(1));
    expect(decided).toEqual([
      {
        item: "i1",
        revision: 3,
        decision: "return",
        reason: "",
        files: [
          { id: "a", verdict: "accepted" },
          { id: "b", verdict: "returned", reason: "Too dark." },
          { id: "c", verdict: "accepted" },
        ],
      },
    ]);
  });

  test("accepts some of the expected files as complete", async () => {
    mocks.use(requestIs([itemRow({ status: "partial", expected_files: 3, files: [file("a"), file("b")] })]));
    const { user, window } = await review();
    within(window).getByText("0 reviewed, 1 left");
    within(window).getByText("2 of 3 files");
    within(window).getByRole("button", { name: /^Accept as complete/ });
    await user.keyboard("ja");
    await waitFor(() => expect(decided).toMatchObject([{ item: "i1", revision: 3, decision: "accept" }]));
  });

  test("returns one of some of the expected files", async () => {
    mocks.use(requestIs([itemRow({ status: "partial", expected_files: 3, files: [file("a"), file("b")] })]));
    const { user } = await review();
    await user.keyboard("jxToo dark.{Control>}{Enter}{/Control}r");
    await waitFor(() => expect(decided).toHaveLength(1));
    expect(decided).toMatchObject([
      {
        decision: "return",
        files: [
          { id: "a", verdict: "accepted" },
          { id: "b", verdict: "returned", reason: "Too dark." },
        ],
      },
    ]);
  });

  test("offers the workspace’s saved reasons before the usual ones", async () => {
    mocks.use(requestIs([three]), rpcAnswers({ fn: "saved_reasons", returns: ["Please sign page 3."] }));
    const { user, window } = await review();
    await user.keyboard("r");
    const reasons = within(window).getByRole("group", { name: "Suggested reasons" });
    await user.click(await within(reasons).findByRole("button", { name: "Please sign page 3." }));
    expect(within(reasons).getAllByRole("button")[0]?.textContent).toBe("Please sign page 3.");
    const field = within(window).getByLabelText<HTMLTextAreaElement>(/^Why are you returning/);
    expect(field.value).toBe("Please sign page 3.");
  });

  test("keeps its marks when it is refused, when the review is closed, and until they are undone", async () => {
    mocks.use(
      requestIs([three]),
      rpcFails({ fn: "decide_item", status: 409, code: "PT409", message: "file.undecidable" }),
    );
    const { user, window } = await review();
    await user.keyboard("x");
    await user.keyboard("Too dark.{Control>}{Enter}{/Control}jxOut of date.{Control>}{Enter}{/Control}");
    // Another member set the third file aside in the meantime.
    const aside = file("c", { set_aside_at: "2026-11-20T11:00:00Z" });
    mocks.use(requestIs([itemRow({ files: [file("a"), file("b"), aside] })]));
    await user.keyboard("rr");
    await within(window).findByText(/was removed or set aside a moment ago/);
    await within(window).findByRole("button", { name: /^Return all 2/ });

    await user.keyboard("{Escape}");
    await screen.findByRole("link", { name: "a.pdf To return" });
    expect(screen.queryByRole("button", { name: "Accept Payslips" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Finish review of Payslips" }));
    await screen.findByRole("button", { name: "Keep file a.pdf" });
    await user.keyboard("xjx");
    await screen.findByRole("button", { name: /^Accept all 2/ });
  });

  test("is offered neither for a member's file, a returned one, nor a single one", async () => {
    const others = [
      file("b", { verdict: "returned", verdict_reason: "Too dark." }),
      file("c", { added_by_member: true }),
    ];
    mocks.use(requestIs([itemRow({ files: [file("a"), ...others] })]));
    const { user, window } = await review();
    for (const name of ["a.pdf", "b.pdf", "c.pdf"]) {
      await within(window).findByRole("region", { name });
      await user.keyboard("x");
      expect(within(window).queryByRole("textbox")).toBeNull();
      within(window).getByRole("button", { name: /^Accept(?! all)/ });
      await user.keyboard("j");
    }
    screen.getByRole("button", { name: "b.pdf Returned" });
    screen.getByRole("button", { name: "c.pdf Added by Okafor & Lind" });
    screen.getByRole("button", { name: "a.pdf New" });
  });
});

test("accepting several files without the review says how many were not opened", async () => {
  mocks.use(requestIs([three]));
  const { user } = await review();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Accept Payslips" }));
  await screen.findByText("Payslips accepted, 2 of 3 files not opened");
});

test.each([
  [false, { verdict: "returned", reason: "Send page 3 too." }],
  [true, { verdict: "accepted" }],
])("a return of the whole item keeps its files only if asked to: %s", async (keeps, verdict) => {
  mocks.use(requestIs([itemRow({ files: [file("a"), file("b", { verdict: "accepted" })] })]));
  const { user } = renderApp(`/requests/${requestId}`);
  await user.click(await screen.findByRole("button", { name: "Return Payslips" }));
  await user.type(screen.getByLabelText(/are you returning/), "Send page 3 too.");
  if (keeps) await user.click(screen.getByRole("checkbox", { name: "Keep this file and ask for more" }));
  await user.click(screen.getByRole("button", { name: "Return with this reason" }));
  await waitFor(() =>
    expect(decided).toMatchObject([{ reason: "Send page 3 too.", files: [{ id: "a", ...verdict }] }]),
  );
});
