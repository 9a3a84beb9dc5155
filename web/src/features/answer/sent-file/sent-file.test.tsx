import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { storageAnswers } from "@sheaf/mocks/handlers/storage";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { fileRow } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
const content = new TextEncoder().encode("Just a note");
const hash = Buffer.from(await crypto.subtle.digest("SHA-256", content)).toString("hex");
const note: AnswerRow<"files"> = {
  ...fileRow(),
  uploaded_by: "anna",
  name: "note.txt",
  sha256: hash,
  size: 11,
};

beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    restAnswers({ table: "files", rows: [note] }),
    storageAnswers({ bytes: content, mime: "text/plain" }),
  );
});

async function openFile(over: AnswerRow<"items"> = {}) {
  mocks.use(requestIs([itemRow({ status: "returned", reason: "Too short.", files: [note], ...over })]));
  const { user } = renderApp("/r/token");
  await user.click(await screen.findByRole("button", { name: /^note\.txt/ }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "note.txt" })) };
}

test("recipients open what they sent, with what proves it", async () => {
  const { user, dialog } = await openFile();
  await dialog.findByText("No preview for this file type");
  dialog.getByText("11 B");
  dialog.getByText(hash);
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("recipients see who opened their file", async () => {
  const nora = { name: "Nora Okafor", is_me: false, by_member: true, last_at: new Date().toISOString() };
  mocks.use(rpcAnswers({ fn: "file_openings", returns: [{ ...nora, times: 3, is_loaded_only: false }] }));
  const { user, dialog } = await openFile();
  await user.click(dialog.getByText("Details"));
  await dialog.findByText("Nora Okafor, 3 times, most recently just now");
});

test("recipients see that nobody has opened a file yet", async () => {
  const { user, dialog } = await openFile();
  await user.click(dialog.getByText("Details"));
  await dialog.findByText("Nobody yet");
});

test("a sensitive file stays hidden until its sender opens it there as well", async () => {
  const { dialog } = await openFile({ sensitive: true });
  const text = await dialog.findByText("No preview for this file type");
  expect(text.closest("[inert]")).not.toBeNull();
  dialog.getByRole("button", { name: "Show sensitive file note.txt" });
});

test("a file that can't be read says so and can be tried again", async () => {
  mocks.use(restAnswers({ table: "files", rows: [] }));
  const { user, dialog } = await openFile();
  await dialog.findByText(/doesn’t exist, or you don’t have access/);
  mocks.use(restAnswers({ table: "files", rows: [note] }));
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await dialog.findByText("No preview for this file type");
});
