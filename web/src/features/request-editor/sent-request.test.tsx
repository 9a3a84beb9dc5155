import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const requestId = "22222222-2222-4222-8222-222222222222";

const item = (over: AnswerRow<"items">): AnswerRow<"items"> => ({
  request_id: requestId,
  position: 1,
  instructions: "",
  kind: "file",
  required: true,
  accepts: [],
  choices: [],
  multiple: false,
  section: "",
  expected_files: 1,
  sensitive: false,
  status: "missing",
  answer: null,
  answer_kind: null,
  reason: null,
  revision: 1,
  decided_at: null,
  files: [],
  item_examples: [],
  questions: [],
  notes: [],
  ...over,
});

const requestIs = (over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    by: "request_details",
    rows: [
      {
        id: requestId,
        title: "Tax return 2026",
        status: "open",
        revision: 4,
        sent_at: "2026-11-16T10:00:00Z",
        last_activity_at: "2026-11-20T10:00:00Z",
        items_missing: 1,
        items_submitted: 1,
        request_tags: [],
        required_missing: 1,
        workspaces: { id: "w1", name: "Okafor & Lind" },
        recipients: [],
        items: [
          item({ id: "i1", title: "Payslips", status: "submitted" }),
          item({ id: "i2", title: "Lease", position: 2 }),
        ],
        ...over,
      },
    ],
  });

const allowed = { headers: { "access-control-allow-origin": "*" } };

/** Records each edit; refuses those that aren't of this revision. */
function editsOf(revision: number) {
  const made: { revision: number; change: Record<string, unknown> }[] = [];
  const taking: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/edit_request`, async ({ request }) => {
      const edit = (await request.json()) as (typeof made)[number];
      made.push(edit);
      if (edit.revision === revision) return HttpResponse.json(revision + 1, allowed);
      const refusal = { code: "PT409", message: "request.stale", details: null, hint: null };
      return HttpResponse.json(refusal, { status: 409, ...allowed });
    });
  return { made, taking };
}

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
    restAnswers({ table: "events", rows: [] }),
    rpcAnswers({ fn: "watches_request", returns: true }),
    rpcAnswers({ fn: "request_repeat", returns: [] }),
    restAnswers({ table: "access_requests", rows: [] }),
    rpcAnswers({ fn: "request_people", returns: [] }),
  );
});

async function writeTitle(title: string) {
  const page = renderApp(`/requests/${requestId}/edit`);
  const field = await screen.findByLabelText("Title");
  await page.user.clear(field);
  await page.user.type(field, title);
  return page;
}

describe("editing a sent request", () => {
  test("saves only what changed, on the revision that was loaded", async () => {
    const { made, taking } = editsOf(4);
    mocks.use(requestIs(), taking);
    const { user, address } = await writeTitle("Tax return 2027");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}`));
    expect(made).toEqual([{ request: requestId, revision: 4, change: { title: "Tax return 2027" } }]);
  });

  test("keeps an answered item: it can be reworded but not deleted", async () => {
    mocks.use(requestIs());
    const { user } = renderApp(`/requests/${requestId}/edit`);
    await user.click(await screen.findByRole("button", { name: "Edit Payslips" }));
    screen.getByText("Answered, so it stays.");
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    expect(screen.getByLabelText("Answer type")).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await user.click(screen.getByRole("button", { name: "Edit Lease" }));
    screen.getByRole("button", { name: "Delete" });
  });

  test("repeats the change by itself when someone else has changed another field", async () => {
    const { made, taking } = editsOf(5);
    mocks.use(requestIs(), taking);
    const { user, address } = await writeTitle("Tax return 2027");
    mocks.use(requestIs({ message: "Hello", revision: 5 }));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}`));
    expect(made.map(({ revision, change }) => [revision, change])).toEqual([
      [4, { title: "Tax return 2027" }],
      [5, { title: "Tax return 2027" }],
    ]);
  });

  test("shows both texts when someone else has changed the same field, and loses neither", async () => {
    const { made, taking } = editsOf(5);
    mocks.use(requestIs(), taking);
    const { user, address } = await writeTitle("Tax return 2027");
    mocks.use(requestIs({ title: "Taxes", revision: 5 }));
    await user.click(screen.getByRole("button", { name: "Save changes" }));

    const notice = await screen.findByText(/Someone else changed this request while you were editing/);
    expect(notice.textContent).toMatch(/Theirs: Taxes.*Yours: Tax return 2027/);
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Tax return 2027");
    expect(made).toHaveLength(1);

    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(address()).toBe(`/requests/${requestId}`));
    expect(made.at(-1)).toMatchObject({ revision: 5, change: { title: "Tax return 2027" } });
  });
});
