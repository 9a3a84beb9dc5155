import { describeError } from "@sheaf/contract/errors/describe-error";
import { restAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { uploads } from "../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { findWords } from "../../testing/screens/words.ts";

const platform = mockPlatform();
afterEach(() => uploads().clear());

// Whether what was lost arrived after all is asked first, which nobody had to do on the tape.
const notArrived = rpcFails({
  fn: "finish_upload",
  status: 409,
  code: "PT409",
  message: "file.not_stored",
  once: true,
});
const nothingBegun = restAnswers({ table: "files", rows: [] });
const pdf = new File(["%PDF-1.7 abc"], "January.pdf", { type: "application/pdf" });

/** Anna at her checklist, with nothing sent. */
async function reachChecklist() {
  const { path, put } = await playTape(platform, "request-answered");
  const { user } = renderApp(path);
  await user.type(await screen.findByLabelText("Your email"), "anna@lind.example");
  await user.click(screen.getByRole("button", { name: "Send me a code" }));
  await user.type(await screen.findByLabelText("Code, 8 digits"), "12345678");
  await screen.findByText("3 things left");
  const [input] = screen.getAllByTestId<HTMLInputElement>(/^files-/);
  if (!input) throw new Error("There is no place for a file.");
  return { user, put, input };
}

describe("a file", () => {
  test.each([
    ["storage-down", notArrived],
    ["unreachable", nothingBegun],
    ["offline", nothingBegun],
  ] as const)("that meets %s stays in its row and arrives at the next try", async (scenario, answered) => {
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

  test("that is too large says so, and is not tried again in vain", async () => {
    const { user, put, input } = await reachChecklist();
    put("too-large");
    await user.upload(input, pdf);
    const { what } = describeError("EntityTooLarge");
    await screen.findByText((words) => words.includes(what), { selector: "p" });
    expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
    screen.getByRole("button", { name: "Dismiss January.pdf" });
  });

  test.each([
    ["forbidden", "42501"],
    ["conflict", "23505"],
    ["broken", "XX000"],
  ] as const)("that the database refuses because of %s says why", async (scenario, code) => {
    const { user, put, input } = await reachChecklist();
    put(scenario);
    await user.upload(input, pdf);
    await findWords(code);
  });

  test("that cannot be fetched says so where it would be shown, and is shown at the next try", async () => {
    const { path, put } = await playTape(platform, "review-picture");
    const { user } = renderApp(path);
    const file = await screen.findByRole("button", { name: "statement.png" });
    put("storage-down");
    await user.click(file);
    const again = await screen.findByRole("button", { name: "Try again" });
    await findWords("network.unreachable");
    put();
    await user.click(again);
    await screen.findByRole("img", { name: "statement.png" });
  });
});

test("what goes with an account is looked up again where it could not be", async () => {
  const { path, put } = await playTape(platform, "delete-account");
  const { user } = renderApp(path);
  const button = await screen.findByRole("button", { name: "Delete my account" });
  put("broken");
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(describeError("XX000").what);
  put();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await screen.findByText(/goes too, because nobody else is in it/);
});
