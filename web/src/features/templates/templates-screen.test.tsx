import { type AnswerRow, restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { draftItem, emptyDraft } from "@sheaf/contract/request-draft";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { reminderPlan } from "../../data/requests/request.fixtures.ts";
import { toTemplateFile } from "../../data/templates/template-file.models.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { recordedCalls } from "../../testing/recorded-calls.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { itemRow, requestId } from "../../testing/sent-request.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();

const templateRow = {
  id: requestId,
  title: "Tax return",
  items: 2,
  sections: 1,
  first_items: ["Passport", "Payslips"],
  due_after_days: 21,
  times_used: 3,
  last_used_at: "2026-11-20T10:00:00Z",
  is_archived: false,
};

const templatesAre = (...rows: (typeof templateRow)[]) =>
  rpcAnswers({ fn: "workspace_templates", returns: rows });

const draft: AnswerRow<"requests"> = {
  id: requestId,
  title: "Tax return",
  message: "",
  status: "draft",
  due_on: null,
  sent_at: null,
  reminder_plan: reminderPlan,
  last_activity_at: "2026-11-20T10:00:00Z",
  revision: 0,
  workspaces: { id: "w1", name: "Okafor & Lind" },
  recipients: [],
  assignee: null,
  request_tags: [],
  items: [itemRow({ title: "Passport", section: "Identity", status: "missing", files: [] })],
};

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
      rows: [{ ...draft, is_template: true, due_after_days: 21 }],
    }),
    templatesAre(templateRow),
  );
});

async function openTemplates() {
  const page = renderApp("/templates");
  await screen.findByRole("heading", { name: "Templates" });
  return page;
}

async function choose({ user }: ReturnType<typeof renderApp>, action: string) {
  await user.click(await screen.findByRole("button", { name: "Actions for Tax return" }));
  await user.click(screen.getByRole("menuitem", { name: action }));
}

describe("the templates", () => {
  test("show their first items and their use", async () => {
    await openTemplates();
    const card = within(await screen.findByRole("article", { name: "Tax return" }));
    card.getByText("Payslips");
    card.getByText("2 items");
    card.getByText(/^Used 3 times, last /);
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  test("open as a draft when they are used", async () => {
    mocks.use(
      rpcAnswers({ fn: "use_template", returns: requestId }),
      restAnswers({ table: "requests", by: "request_details", rows: [draft] }),
    );
    const { user, address } = await openTemplates();
    await user.click(await screen.findByRole("button", { name: "Use Tax return" }));
    await screen.findByRole("button", { name: "Send request" });
    expect(address()).toBe(`/requests/${requestId}/edit`);
  });

  test("say why one can't be used, and stay", async () => {
    mocks.use(rpcFails({ fn: "use_template", status: 422, code: "PT422", message: "quota.requests" }));
    const { user, address } = await openTemplates();
    await user.click(await screen.findByRole("button", { name: "Use Tax return" }));
    await screen.findByText(/^This workspace/);
    expect(address()).toBe("/templates");
  });

  test("are found by title once there are many", async () => {
    const others = Array.from({ length: 6 }, (_, n) => ({
      ...templateRow,
      id: `t${n}`,
      title: `Template ${n}`,
      first_items: [`Letter ${n}`],
    }));
    mocks.use(templatesAre(templateRow, ...others));
    const { user } = await openTemplates();
    await user.type(await screen.findByRole("searchbox", { name: "Search by title" }), "template 4");
    expect(screen.getAllByRole("article").map((card) => card.getAttribute("aria-label"))).toEqual([
      "Template 4",
    ]);
    await user.type(screen.getByRole("searchbox"), "xyz");
    screen.getByText("Nothing matches “template 4xyz”");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(screen.getAllByRole("article")).toHaveLength(7);
  });

  test("are archived, shown there, and come back by undoing", async () => {
    const archive = recordedCalls("archive_template");
    mocks.use(archive.taking);
    const page = await openTemplates();
    await screen.findByRole("article", { name: "Tax return" });
    mocks.use(templatesAre({ ...templateRow, is_archived: true }));
    await choose(page, "Archive");
    await screen.findByText("All templates are archived");
    await page.user.click(screen.getByRole("button", { name: "Show archived (1)" }));
    const card = within(screen.getByRole("article", { name: "Tax return" }));
    expect(card.queryByRole("button", { name: "Use Tax return" })).toBeNull();
    mocks.use(templatesAre(templateRow));
    await page.user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Nothing is archived");
    expect(archive.made).toEqual([
      { template: requestId, archived: true },
      { template: requestId, archived: false },
    ]);
  });

  test("are deleted after confirmation", async () => {
    const remove = recordedCalls("delete_draft");
    mocks.use(remove.taking);
    const page = await openTemplates();
    await choose(page, "Delete");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete “Tax return”?" }));
    mocks.use(templatesAre());
    await page.user.click(dialog.getByRole("button", { name: "Delete template" }));
    await screen.findByText("Template deleted");
    await screen.findByText("No templates yet");
    expect(remove.made).toEqual([{ request: requestId }]);
  });

  test("are duplicated", async () => {
    const copy = recordedCalls("save_as_template");
    mocks.use(copy.taking);
    await choose(await openTemplates(), "Duplicate");
    await screen.findByText("“Tax return” duplicated");
    expect(copy.made).toEqual([{ request: requestId }]);
  });

  test("begin with five examples", async () => {
    const create = recordedCalls("create_template");
    mocks.use(templatesAre(), create.taking);
    const { user } = await openTemplates();
    await screen.findByText("No templates yet");
    mocks.use(templatesAre(templateRow));
    await user.click(screen.getByRole("button", { name: "Add examples" }));
    await waitFor(() => expect(create.made).toHaveLength(5));
    await screen.findByRole("article", { name: "Tax return" });
  });
});

describe("a template's file", () => {
  const file = (content: string, name = "Tax return.sheaf.json") =>
    new File([content], name, { type: "application/json" });
  const content = toTemplateFile({
    ...emptyDraft,
    title: "Tenant check",
    due_after_days: 7,
    items: [draftItem("Passport")],
  });

  test("is imported", async () => {
    const create = recordedCalls("create_template");
    mocks.use(create.taking);
    const { user } = await openTemplates();
    await user.upload(screen.getByLabelText("Template file"), file(content));
    await screen.findByText("“Tenant check” imported");
    expect(create.made).toMatchObject([
      { workspace: "w1", draft: { title: "Tenant check", due_after_days: 7 } },
    ]);
  });

  test.each([
    ["another file", file("{}"), /^This isn’t a Sheaf template/],
    ["a huge file", file(`{"a":"${"x".repeat(1024 * 1024)}"}`), /^This file is larger than 1 MB/],
  ])("%s is rejected with its reason", async (_, wrong, problem) => {
    const { user } = await openTemplates();
    await user.upload(screen.getByLabelText("Template file"), wrong);
    await screen.findByText(problem);
  });
});

describe("the page of a template", () => {
  const openTemplate = async () => {
    const page = renderApp(`/templates/${requestId}`);
    await screen.findByRole("heading", { name: "Tax return" });
    return page;
  };

  test("has no recipients and no date, but days until it is due", async () => {
    const edit = recordedCalls("edit_request", 1);
    mocks.use(edit.taking);
    const { user, address } = await openTemplate();
    expect(screen.queryByLabelText("Recipients")).toBeNull();
    expect(screen.queryByLabelText("Due date")).toBeNull();
    const days = screen.getByLabelText(/^Due after/);
    await user.clear(days);
    await user.type(days, "400{Enter}");
    await user.click(screen.getByRole("button", { name: "Save template" }));
    screen.getByText("Enter a number from 1 to 365, or leave it empty.");
    expect(edit.made).toEqual([]);
    await user.clear(days);
    await user.type(days, "30");
    await user.click(screen.getByRole("button", { name: "Save template" }));
    await screen.findByText("Template saved");
    expect(address()).toBe("/templates");
    expect(edit.made).toEqual([{ request: requestId, revision: 0, change: { due_after_days: 30 } }]);
  });

  test("is where the address of its draft leads", async () => {
    const { address } = renderApp(`/requests/${requestId}`);
    await waitFor(() => expect(address()).toBe(`/templates/${requestId}`));
  });

  test("redirects an ordinary request to its own page", async () => {
    mocks.use(restAnswers({ table: "requests", by: "request_details", rows: [draft] }));
    const { address } = renderApp(`/templates/${requestId}`);
    // A draft's own page is the editor.
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}/edit`));
  });
});

describe("writing a request", () => {
  beforeEach(() => mocks.use(restAnswers({ table: "requests", by: "request_details", rows: [draft] })));

  test("takes the items of a template into a draft, which is saved first", async () => {
    const add = recordedCalls("add_template_items", 3);
    mocks.use(add.taking);
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Add from template" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add from template" }));
    await dialog.findByText("Identity");
    dialog.getByText("Due 21 days after you use it.");
    mocks.use(
      restAnswers({
        table: "requests",
        by: "request_details",
        rows: [
          {
            ...draft,
            revision: 2,
            items: [
              ...(draft.items as AnswerRow<"items">[]),
              itemRow({ id: "i2", position: 2, title: "Payslips", status: "missing", files: [] }),
            ],
          },
        ],
      }),
    );
    await user.click(dialog.getByRole("button", { name: "Add items" }));
    await screen.findByText("Items from “Tax return” added");
    await screen.findByRole("button", { name: "Edit Payslips" });
    expect(screen.queryByRole("dialog")).toBeNull();
    // Read again first, because another tab may have changed it.
    expect(add.made).toEqual([{ request: requestId, revision: 2, template: requestId }]);
  });

  test("adds the items of a template without another save in between, which would refuse them", async () => {
    const edit = recordedCalls("edit_request", 1);
    const add = recordedCalls("add_template_items", 2);
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    mocks.use(
      (url) =>
        http.post(`${url}/rest/v1/rpc/edit_request`, async () => {
          held.resolve();
          await released.promise;
          return undefined;
        }),
      edit.taking,
      add.taking,
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByLabelText("Recipients"));
    await user.paste("anna@lind.example");
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("button", { name: "Add from template" }));
    await user.click(await screen.findByRole("button", { name: "Add items" }));
    await held.promise;
    // A hidden tab saves what is unsaved.
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "visibilityState");
    released.resolve();
    await screen.findByText("Items from “Tax return” added");
    expect(edit.made).toHaveLength(1);
  });

  test("begins from a template while nothing is typed", async () => {
    mocks.use(rpcAnswers({ fn: "use_template", returns: requestId }));
    const { user, address } = renderApp("/requests/new");
    await user.click(await screen.findByRole("button", { name: "Add from template" }));
    await user.click(await screen.findByRole("button", { name: "Add items" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}/edit`));
  });

  test("is not sent by pressing Enter among the templates", async () => {
    const add = recordedCalls("add_template_items", 3);
    const send = recordedCalls("send_request");
    const ready = {
      ...draft,
      recipients: [{ recipient_items: [], id: "p1", email: "anna@lind.example", name: "" }],
    };
    mocks.use(
      add.taking,
      send.taking,
      restAnswers({ table: "requests", by: "request_details", rows: [ready] }),
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Add from template" }));
    await user.click(await screen.findByRole("radio", { name: /^Tax return/ }));
    await user.keyboard("{Enter}");
    await screen.findByText("Items from “Tax return” added");
    expect(add.made).toHaveLength(1);
    expect(send.made).toEqual([]);
  });

  test("takes the title of a template while it has none", async () => {
    const add = recordedCalls("add_template_items", 1);
    mocks.use(rpcAnswers({ fn: "create_request", returns: requestId }), add.taking);
    const { user, address } = renderApp("/requests/new");
    await user.click(await screen.findByLabelText("Recipients"));
    await user.paste("anna@lind.example");
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("button", { name: "Add from template" }));
    await user.click(await screen.findByRole("button", { name: "Add items" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}/edit`));
    expect(add.made).toHaveLength(1);
  });

  test("keeps the dialog open and says why nothing was added", async () => {
    mocks.use(
      rpcFails({ fn: "add_template_items", status: 422, code: "PT422", message: "draft.too_many_items" }),
    );
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Add from template" }));
    await user.click(await screen.findByRole("button", { name: "Add items" }));
    await screen.findByText(/^Too many items\./);
    screen.getByRole("dialog", { name: "Add from template" });
  });

  test("begins with the examples when there are none", async () => {
    const create = recordedCalls("create_template");
    mocks.use(templatesAre(), create.taking);
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Add from template" }));
    const add = await screen.findByRole("button", { name: "Add examples" });
    mocks.use(templatesAre(templateRow));
    await user.click(add);
    await screen.findByRole("radio", { name: /^Tax return/ });
    expect(create.made).toHaveLength(5);
  });
});
