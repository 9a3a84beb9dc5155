import { rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { maxThumbnailBytes } from "../../../data/files/thumbnail.models.ts";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { NearEverything } from "../../../testing/near-everything.ts";
import { begins, type Fault, itemRow, picker, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { fileRow } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
const sent = (id: string, over: AnswerRow<"files"> = {}): AnswerRow<"files"> =>
  fileRow({ id, name: `${id}.pdf`, uploaded_by: "anna", created_at: "2026-11-20T10:00:00Z", ...over });

const headers = { "access-control-allow-origin": "*" };

/** Ids of stored files whose content was asked for. */
const loaded: string[] = [];
const contents: Fault = (url) =>
  http.get(`${url}/storage/v1/object/*`, ({ request }) => {
    loaded.push(new URL(request.url).pathname.replace(/.*\//, ""));
    return new Promise<never>(() => {});
  });
const takesBytes: Fault = (url) =>
  http.post(`${url}/storage/v1/object/*`, () => HttpResponse.json({}, { headers }));

beforeEach(() => {
  loaded.length = 0;
  giveSessionCookie({ userId: "anna" });
  vi.stubGlobal("IntersectionObserver", NearEverything);
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    contents,
  );
});
afterEach(() => {
  uploads().clear();
  vi.unstubAllGlobals();
});

/** Each file's row is read by its id. */
const rowsAre =
  (files: AnswerRow<"files">[]): Fault =>
  (url) =>
    http.get(`${url}/rest/v1/files`, ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      return HttpResponse.json(
        files.find((file) => `eq.${file.id}` === id),
        { headers },
      );
    });

test("nothing of a sensitive item, and no large or unknown file, is loaded for a picture", async () => {
  const plain = [
    sent("text", { mime: "text/plain" }),
    sent("huge", { size: maxThumbnailBytes + 1 }),
    sent("lease"),
  ];
  const passport = itemRow({
    id: "i0",
    title: "Passport",
    status: "returned",
    sensitive: true,
    files: [sent("passport")],
  });
  mocks.use(
    requestIs([passport, itemRow({ status: "returned", files: plain })]),
    rowsAre([...plain, sent("passport")]),
  );
  renderApp("/r/token");
  await screen.findByText("lease.pdf");
  await waitFor(() => expect(loaded).toEqual(["lease"]));
});

test("a file that a sensitive item refused has no sign of something hidden", async () => {
  mocks.use(requestIs([itemRow({ sensitive: true, accepts: ["pdf"] })]));
  renderApp("/r/token");
  fireEvent.change(await picker(), { target: { files: [new File(["MZ"], "setup.exe")] } });
  await screen.findByText(/only accepts PDF files/, { selector: "p" });
  const row = screen.getByText("setup.exe").closest("li");
  await waitFor(() => expect(row?.querySelector(".lucide-file-text")).not.toBeNull());
  expect(row?.querySelector(".lucide-eye-off")).toBeNull();
});

test("the picture of a file that this page has sent needs no download", async () => {
  // Its turn would come before that of the later one.
  const files = [sent("f1"), sent("later", { created_at: "2026-11-20T11:00:00Z" })];
  mocks.use(
    requestIs([itemRow()]),
    begins,
    takesBytes,
    rpcAnswers({ fn: "finish_upload", returns: undefined }),
    rowsAre(files),
  );
  const { user } = renderApp("/r/token");
  const input = await picker();
  mocks.use(requestIs([itemRow({ status: "returned", files })]));
  await user.upload(input, new File(["%PDF-1.7 letter"], "f1.pdf", { type: "application/pdf" }));
  await screen.findByText("later.pdf");
  await waitFor(() => expect(loaded).toEqual(["later"]));
});
