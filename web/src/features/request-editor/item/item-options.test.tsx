import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({
      table: "requests",
      by: "request_details",
      rows: [
        {
          id: "r1",
          title: "Tax return",
          recipients: [],
          items: [],
        },
      ],
    }),
    restAnswers({ table: "access_requests", rows: [] }),
    // Drafts save by themselves, also when a test ends.
    rpcAnswers({ fn: "create_request", returns: "r1" }),
    rpcAnswers({ fn: "edit_request", returns: 1 }),
    rpcAnswers({ fn: "list_requests", returns: [] }),
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 0, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 }],
    }),
  );
});

interface SavedDraft {
  items: Record<string, unknown>[];
}

/** Records each draft that is created. */
function takingDrafts() {
  const saved: SavedDraft[] = [];
  const takes: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/create_request`, async ({ request }) => {
      saved.push(((await request.json()) as { draft: SavedDraft }).draft);
      return HttpResponse.json("r1", { headers: { "access-control-allow-origin": "*" } });
    });
  mocks.use(takes);
  return saved;
}

async function openWith(lines: string) {
  const { user } = renderApp("/requests/new");
  await user.type(await screen.findByLabelText("Title"), "Tax return");
  await user.click(screen.getByLabelText("Add an item"));
  await user.paste(lines);
  await user.keyboard("{Enter}");
  const edit = async (title: string) => {
    await user.click(screen.getByRole("button", { name: `Edit ${title}` }));
    return within(screen.getByRole("group", { name: /^Item \d+$/ }));
  };
  const save = () => user.click(screen.getByRole("button", { name: "Save as draft" }));
  return { user, edit, save };
}

/** The editor moves focus in the next frame, where it would take what is being typed. */
const nextFrame = () => new Promise(requestAnimationFrame);

const titles = () =>
  screen
    .getAllByRole("button", { name: /^Edit / })
    .map((button) => button.getAttribute("aria-label")?.slice(5));
const sectionNames = () =>
  screen
    .queryAllByRole("textbox", { name: /^Name of the section/ })
    .map((input) => (input as HTMLInputElement).value);

test("choices are pasted without their bullets, checked, and saved", async () => {
  const saved = takingDrafts();
  const { user, edit, save } = await openWith("Income");
  const form = await edit("Income");
  await user.selectOptions(form.getByLabelText("Answer type"), "Choice from a list");
  await user.click(form.getByLabelText("Choices"));
  expect(form.queryByText("Add at least two choices.")).toBeNull();
  await user.paste("Salary");
  await save();
  form.getByText("Add at least two choices.");
  expect(saved).toEqual([]);
  await user.clear(form.getByLabelText("Choices"));
  await user.paste("1. Salary\n2. Pension\n\n3. Rent");
  await user.click(form.getByLabelText("Recipients may choose several"));
  await user.click(form.getByRole("button", { name: "Done" }));
  screen.getByText("Any of: Salary · Pension · Rent.");
  await save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.items).toMatchObject([
    {
      kind: "choice",
      choices: ["Salary", "Pension", "Rent"],
      multiple: true,
      accepts: [],
      expected_files: 1,
    },
  ]);
});

test("an item says how many files of which types it needs, and that it is sensitive", async () => {
  const saved = takingDrafts();
  const { user, edit, save } = await openWith("Payslips");
  const form = await edit("Payslips");
  const number = form.getByLabelText("Files expected");
  for (const wrong of ["0", "51"]) {
    await user.clear(number);
    await user.type(number, wrong);
    form.getByText("Enter a number from 1 to 50.");
  }
  await user.clear(number);
  await user.type(number, "٣");
  await user.click(form.getByLabelText("Word"));
  await user.click(form.getByLabelText("PDF"));
  await user.click(form.getByLabelText("Sensitive: blurred until opened"));
  await user.click(form.getByRole("button", { name: "Done" }));
  screen.getByText("3 files. PDF or Word only. Sensitive.");
  await save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.items).toMatchObject([{ expected_files: 3, accepts: ["word", "pdf"], sensitive: true }]);
});

test("items are put into sections, which stay together and are renamed in place", async () => {
  const saved = takingDrafts();
  const { user, edit, save } = await openWith("Passport\nPayslips\nLease\nPension");
  for (const title of ["Payslips", "Pension"]) {
    const form = await edit(title);
    await user.type(form.getByLabelText(/^Section/), "Income{Enter}");
  }
  expect(titles()).toEqual(["Passport", "Lease", "Payslips", "Pension"]);
  expect(sectionNames()).toEqual(["Income"]);

  await nextFrame();
  // A line added at the end joins the last section; one moved out of it leaves it.
  await user.type(screen.getByLabelText("Add an item"), "Bonus{Enter}");
  screen.getByRole("button", { name: "Move Payslips" }).focus();
  await user.keyboard(" {Home} ");
  await nextFrame();
  expect(titles()).toEqual(["Payslips", "Passport", "Lease", "Pension", "Bonus"]);

  await user.type(screen.getByRole("textbox", { name: "Name of the section Income" }), " 2026{Enter}");
  await save();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.items.map(({ section }) => section)).toEqual(["", "", "", "Income 2026", "Income 2026"]);
});
