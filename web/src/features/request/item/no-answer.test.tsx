import { rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { storageAnswers } from "@sheaf/mocks/handlers/storage";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, fileRow, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});
afterEach(() => uploads().clear());

const missing = (over: AnswerRow<"items"> = {}) => itemRow({ status: "missing", files: [], ...over });
const received = (over: AnswerRow<"items"> = {}) =>
  missing({
    status: "accepted",
    received_elsewhere: true,
    decided_at: "2026-11-20T11:00:00Z",
    revision: 4,
    ...over,
  });

/** Records calls of a function and passes them on to the next handler. */
const recording = (fn: string, calls: unknown[]) => (url: string) =>
  http.post(`${url}/rest/v1/rpc/${fn}`, async ({ request }) => {
    calls.push(await request.clone().json());
    return undefined;
  });

async function choose(decision: string) {
  const { user } = renderApp(`/requests/${requestId}`);
  await user.click(await screen.findByRole("button", { name: "More actions on Payslips" }));
  await user.click(screen.getByRole("menuitem", { name: decision }));
  return user;
}

test("an item is marked as not needed with a note, which both sides read, and the decision can be undone", async () => {
  const decided: unknown[] = [];
  mocks.use(
    requestIs([missing()]),
    recording("decide_item", decided),
    rpcAnswers({ fn: "decide_item", returns: 4 }),
  );
  const user = await choose("Not needed");
  const note = screen.getByRole("textbox", { name: /Note on why it isn’t needed/ });
  expect(document.activeElement).toBe(note);
  await user.click(note);
  await user.paste("a".repeat(1001));
  await user.keyboard("{Control>}{Enter}{/Control}");
  screen.getByText("Use up to 1000 characters.");
  expect(decided).toEqual([]);

  await user.clear(note);
  await user.type(note, " We have it. ");
  const waived = { status: "waived", reason: "We have it.", decided_at: "2026-11-20T11:00:00Z" } as const;
  mocks.use(requestIs([missing({ ...waived, revision: 4 })]));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Payslips marked as not needed");
  await screen.findByText("Note: We have it.");
  expect(decided).toEqual([{ item: "i1", revision: 3, decision: "waive", reason: "We have it." }]);
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision on Payslips" }));
  screen.getByRole("button", { name: "More actions on Payslips" });
  expect(screen.queryByRole("menuitem", { name: "Not needed", hidden: true })).toBeNull();
  screen.getByRole("button", { name: "Undo the decision on Payslips" });
});

test("a refused decision says why and keeps the note", async () => {
  mocks.use(
    requestIs([missing()]),
    rpcFails({ fn: "decide_item", status: 409, code: "PT409", message: "item.stale" }),
  );
  const user = await choose("Received another way");
  await user.keyboard("By post.{Control>}{Enter}{/Control}");
  await screen.findByText(/Someone else changed this item/);
  expect(screen.getByRole("textbox", { name: /Note on how you received it/ })).toHaveProperty(
    "value",
    "By post.",
  );
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Decision on Payslips" }));
});

test("a member adds files to an item received another way, with the upload queue of recipients", async () => {
  const began: unknown[] = [];
  mocks.use(
    requestIs([received()]),
    recording("begin_member_upload", began),
    rpcAnswers({ fn: "begin_member_upload", returns: [{ file_id: "f1", object_key: "w1/r1/i1/f1" }] }),
    rpcAnswers({ fn: "remove_file", returns: undefined }),
    (url) =>
      http.post(`${url}/storage/v1/object/documents/w1/r1/i1/f1`, () =>
        HttpResponse.json({}, { headers: { "access-control-allow-origin": "*" } }),
      ),
    storageAnswers({ bytes: new Uint8Array([1, 2, 3]), mime: "application/pdf" }),
    rpcFails({ fn: "finish_upload", status: 409, code: "PT409", message: "item.not_received", once: true }),
  );
  const { user } = renderApp(`/requests/${requestId}`);
  await screen.findByText("Received another way");
  const input = await screen.findByTestId<HTMLInputElement>("member-files-i1");
  await user.upload(input, new File(["%PDF-1.7 abc"], "by post.pdf", { type: "application/pdf" }));
  const rows = await screen.findByRole("list", { name: "Uploads for Payslips" });
  await within(rows).findByText(/isn’t marked as received another way/);
  expect(within(rows).queryByRole("button", { name: /^Try again/ })).toBeNull();
  await user.click(within(rows).getByRole("button", { name: "Dismiss by post.pdf" }));

  mocks.use(rpcAnswers({ fn: "finish_upload", returns: undefined }));
  const added = fileRow({ name: "by post.pdf", added_by_member: true });
  mocks.use(requestIs([received({ files: [added] })]));
  await user.upload(input, new File(["%PDF-1.7 abc"], "by post.pdf", { type: "application/pdf" }));
  await screen.findByRole("link", { name: "by post.pdf Added by Okafor & Lind" });
  await waitFor(() => expect(screen.queryByRole("list", { name: "Uploads for Payslips" })).toBeNull());

  await user.click(screen.getByRole("link", { name: /^by post\.pdf/ }));
  await user.click(await screen.findByRole("button", { name: "Remove by post.pdf" }));
  mocks.use(requestIs([received()]));
  await user.click(screen.getByRole("button", { name: "Remove file" }));
  await screen.findByText("by post.pdf was removed.");
  expect(screen.queryByRole("link", { name: /^by post\.pdf/ })).toBeNull();
  const args = { item: "i1", name: "by post.pdf", size: 12, mime: "application/pdf" };
  expect(began).toEqual([args, args]);
});
