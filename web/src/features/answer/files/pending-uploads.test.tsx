import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { begins, counting, itemRow, picker, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    requestIs([itemRow()]),
    begins,
  );
});
afterEach(() => uploads().clear());

/** Its name promises what it isn't. */
const held = (name: string) => new File(["<!doctype html>"], name, { type: "application/pdf" });
const choose = async (file: File) => fireEvent.change(await picker(), { target: { files: [file] } });

test("a file that is held back opens, and goes once another one was chosen in its place", async () => {
  const begun = counting("begin_upload");
  mocks.use(begun.fault);
  const { user } = renderApp("/r/token");
  await choose(held("scan.pdf"));
  await user.click(await screen.findByRole("button", { name: "scan.pdf" }));
  screen.getByText("Needs you");
  const dialog = within(await screen.findByRole("dialog", { name: "scan.pdf" }));
  dialog.getByText(/the file is something else/);
  const opened = vi.spyOn(await picker(), "click");
  await user.click(dialog.getByRole("button", { name: "Choose another file" }));
  expect(opened).toHaveBeenCalledOnce();
  expect(screen.queryByRole("dialog")).toBeNull();
  // Nothing is lost while nothing was chosen.
  screen.getByRole("button", { name: "scan.pdf" }).focus();

  await choose(held("again.pdf"));
  await screen.findByRole("button", { name: "again.pdf" });
  expect(screen.queryByText("scan.pdf")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Answer to Proof of address" }));
  expect(begun.count.calls).toBe(0);
});

test("a file that is held back is sent from its preview", async () => {
  mocks.use(rpcFails({ fn: "begin_upload", status: 409, code: "PT409", message: "item.locked" }));
  const { user } = renderApp("/r/token");
  await choose(held("scan.pdf"));
  await user.click(await screen.findByRole("button", { name: "scan.pdf" }));
  const dialog = within(await screen.findByRole("dialog", { name: "scan.pdf" }));
  await user.click(dialog.getByRole("button", { name: "Send anyway" }));
  await screen.findByText(/has been accepted/, { selector: "p" });
  expect(screen.queryByRole("dialog")).toBeNull();
});
