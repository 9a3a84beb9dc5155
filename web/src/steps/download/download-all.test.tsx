import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { besideRequest, fileRow, itemRow, requestId, requestIs } from "../../testing/sent-request.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { DownloadDone } from "./download-done.tsx";

const mocks = mockPlatform();

const doneWith = (...files: ReturnType<typeof fileRow>[]) =>
  requestIs([itemRow({ status: "accepted", files })], {
    status: "done",
    closed_at: "2026-11-20T10:00:00Z",
    items_submitted: 0,
    items_accepted: 1,
  });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(...besideRequest);
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "showSaveFilePicker");
});

test("closing the file picker changes nothing", async () => {
  mocks.use(doneWith(fileRow()));
  Object.assign(globalThis, {
    showSaveFilePicker: () => Promise.reject(new DOMException("closed", "AbortError")),
  });
  const { user } = renderApp(`/requests/${requestId}`);

  await user.click(await screen.findByRole("button", { name: "Download all" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByRole("button", { name: "Download all" });
});

test("a request without files and answers offers no download", async () => {
  mocks.use(doneWith());
  renderApp(`/requests/${requestId}`);
  await screen.findByRole("heading", { name: "Tax return 2026" });
  expect(screen.queryByRole("button", { name: "Download all" })).toBeNull();
});

test("the files of one item are offered by its menu, those set aside not counted", async () => {
  let suggested: unknown;
  const aside = fileRow({ id: "f3", name: "old.pdf", set_aside_at: "2026-11-20T10:00:00Z" });
  mocks.use(doneWith(fileRow(), fileRow({ id: "f2", name: "second.pdf" }), aside));
  Object.assign(globalThis, {
    showSaveFilePicker: (options: unknown) => {
      suggested = options;
      return Promise.reject(new DOMException("closed", "AbortError"));
    },
  });
  const { user } = renderApp(`/requests/${requestId}`);

  await user.click(await screen.findByRole("button", { name: "More actions on Payslips" }));
  await user.click(await screen.findByRole("menuitem", { name: "Download 2 files" }));

  expect(suggested).toMatchObject({ suggestedName: "Payslips.zip" });
});

test("the dialog says how many files couldn't be verified, and where they are", () => {
  const { rerender } = render(
    <DownloadDone count={3} total={300} unverified={1} setAside={0} altered={[]} />,
  );
  screen.getByText(
    /^1 file couldn’t be verified .* folder “Could not be verified”.* All other files were verified/,
  );
  screen.getByText(/Set it aside, or ask the sender for a new copy/);
  rerender(<DownloadDone count={3} total={300} unverified={3} setAside={0} altered={[]} />);
  screen.getByText(/^3 files couldn’t be verified/);
  expect(screen.queryByText(/All other files/)).toBeNull();
  expect(screen.queryByText(/Each was read back/)).toBeNull();
  rerender(<DownloadDone count={3} total={300} unverified={0} setAside={0} altered={[]} />);
  screen.getByText(/Each was read back from the zip and is exactly what was sent/);
  expect(screen.queryByText(/left out/)).toBeNull();
  rerender(<DownloadDone count={3} total={300} unverified={0} setAside={1} altered={[]} />);
  screen.getByText(/Each was read back .* Set aside and left out: 1 file\./);
  rerender(
    <DownloadDone count={3} total={300} unverified={0} setAside={0} altered={["01 Lease/01 a.pdf"]} />,
  );
  screen.getByText(/^The saved zip isn’t right: 1 file .* 01 Lease\/01 a\.pdf among them/);
  expect(screen.queryByText(/Each was read back/)).toBeNull();
});
