import { describeError } from "@sheaf/contract/errors/describe-error";
import { restAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { uploads } from "../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { findErrorText } from "../../testing/screens/find-error.ts";

const platform = mockPlatform();
afterEach(() => uploads().clear());
// An offline device is not retried automatically, so failures show at once.
beforeEach(() => void vi.spyOn(navigator, "onLine", "get").mockReturnValue(false));

// A retry first checks whether the lost upload arrived after all; the recording has no such request.
const notArrived = rpcFails({
  fn: "finish_upload",
  status: 409,
  code: "PT409",
  message: "file.not_stored",
  once: true,
});
const nothingBegun = restAnswers({ table: "files", rows: [] });
const pdf = new File(["%PDF-1.7 abc"], "January.pdf", { type: "application/pdf" });

/** Opens Anna's checklist with no files uploaded. */
async function reachChecklist() {
  const { path, put } = await playTape(platform, "request-answered");
  const { user } = renderApp(path);
  await user.type(await screen.findByLabelText("Your email"), "anna@lind.example");
  await user.click(screen.getByRole("button", { name: "Send me a code" }));
  await user.type(await screen.findByLabelText("Code, 8 digits"), "12345678");
  await screen.findByText("3 items left");
  const [input] = screen.getAllByTestId<HTMLInputElement>(/^files-/);
  if (!input) throw new Error("There is no place for a file.");
  return { user, put, input };
}

describe("a file", () => {
  test.each([
    ["storage-down", notArrived],
    ["unreachable", nothingBegun],
    ["offline", nothingBegun],
  ] as const)("stays in its row after a failure (%s) and uploads on retry", async (scenario, answered) => {
    const { user, put, input } = await reachChecklist();
    put(scenario);
    await user.upload(input, pdf);
    const again = await screen.findByRole("button", { name: "Try again: January.pdf" });
    put();
    platform.use(answered);
    await user.click(again);
    const list = await screen.findByRole("list", { name: "Files for Payslips" });
    within(list).getByText("January.pdf");
  });

  test("shows an error without a retry button when it is too large", async () => {
    const { user, put, input } = await reachChecklist();
    put("too-large");
    await user.upload(input, pdf);
    const { what } = describeError("EntityTooLarge");
    await screen.findByText((text) => text.includes(what), { selector: "p" });
    expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
    screen.getByRole("button", { name: "Dismiss January.pdf" });
  });

  test.each([
    ["forbidden", "42501"],
    ["conflict", "23505"],
    ["broken", "XX000"],
  ] as const)("shows the reason when the database refuses it (%s)", async (scenario, code) => {
    const { user, put, input } = await reachChecklist();
    put(scenario);
    await user.upload(input, pdf);
    await findErrorText(code);
  });

  test("shows an error in the preview when it cannot be loaded and appears on retry", async () => {
    const { path, put } = await playTape(platform, "review-picture");
    const { user } = renderApp(path);
    const file = await screen.findByRole("link", { name: "statement.png" });
    put("storage-down");
    await user.click(file);
    const again = await screen.findByRole("button", { name: "Try again" });
    await findErrorText("network.unreachable");
    put();
    await user.click(again);
    await screen.findByText("Verified, arrived as it was sent");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

test("the list of what an account deletion removes can be retried after an error", async () => {
  const { path, put } = await playTape(platform, "delete-account");
  const { user } = renderApp(path);
  const button = await screen.findByRole("button", { name: "Delete my account" });
  put("broken");
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(describeError("XX000").what);
  put();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await screen.findByText(/will be deleted too, because it has no other members/);
});
