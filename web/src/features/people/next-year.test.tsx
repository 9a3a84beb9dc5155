import { type AnswerRow, restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DetailsRow } from "../../data/people/person.models.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { recordedCalls } from "../../testing/recorded-calls.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();
const former = "11111111-1111-4111-8111-111111111111";
const copy = "22222222-2222-4222-8222-222222222222";

const item: AnswerRow<"items"> = {
  id: "i1",
  request_id: copy,
  position: 1,
  section: "Income 2025",
  title: "Bank statements 2025",
  instructions: "IBAN DE89 3704 0044 0532 2013 00",
  kind: "file",
  required: true,
  accepts: [],
  choices: [],
  multiple: false,
  expected_files: 1,
  sensitive: false,
  status: "missing",
  files: [],
  item_examples: [],
  questions: [],
  notes: [],
};

const request = {
  id: former,
  title: "Tax return 2025",
  is_paused: false,
  sent_at: "2026-01-10T10:00:00Z",
  closed_at: "2026-05-10T10:00:00Z",
  due_on: "2026-04-30",
  promised_on: null as never,
  email: "ana@duarte.example",
  is_handed: false,
  items_left: 0,
  items_accepted: 1,
  items_submitted: 0,
  items_returned: 0,
  items_missing: 0,
  is_unreachable: false,
  is_muted: false,
};

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    rpcAnswers({ fn: "workspace_tags", returns: [] }),
    rpcAnswers({
      fn: "person_details",
      returns: [
        {
          id: "p1",
          workspace_id: "w1",
          name: "Ana Duarte",
          given_name: "",
          email: "ana@duarte.example",
          phone: "",
          client: "",
          client_people: [],
          note: "",
          revision: 0,
          addresses: [],
          tags: [],
          open_requests: 0,
          done_requests: 1,
          items_left: 0,
          asked_at: "2022-03-02T10:00:00Z",
          last_seen_at: null,
          zone: null,
          is_proven: true,
          answer_seconds: null,
          answered_at: null,
          files: 0,
          bytes: 0,
          emailed_at: null,
          next_email_at: null,
          unreachable_at: null,
          muted_at: null,
        } satisfies DetailsRow as never,
      ],
    }),
    rpcAnswers({
      fn: "person_requests",
      returns: [
        { ...request, status: "done" },
        { ...request, id: "r3", title: "Open 2025", status: "open" },
        { ...request, id: "r4", title: "Handed 2025", status: "done", is_handed: true },
        { ...request, id: "r5", title: "Cancelled 2025", status: "cancelled" },
      ],
    }),
    rpcAnswers({ fn: "person_companions", returns: [] }),
    rpcAnswers({ fn: "duplicate_request", returns: copy }),
    rpcAnswers({ fn: "request_repeat", returns: [] }),
    rpcAnswers({ fn: "watches_request", returns: true }),
    rpcAnswers({ fn: "request_people", returns: [] }),
    restAnswers({ table: "events", rows: [] }),
    restAnswers({ table: "request_links", rows: [] }),
    restAnswers({ table: "access_requests", rows: [] }),
    restAnswers({
      table: "requests",
      by: "request_details",
      rows: [
        {
          id: copy,
          title: "Tax return 2025",
          message: "As in 2024.",
          status: "draft",
          revision: 3,
          last_activity_at: "2026-11-20T10:00:00Z",
          request_tags: [],
          workspaces: { id: "w1", name: "Okafor & Lind" },
          recipients: [],
          items: [item],
        },
      ],
    }),
  );
});

const again = (title: string) =>
  screen.findByRole("button", { name: `Request “${title}” again for next year` });

test("a done request becomes a draft a year later, which says what moved and leads back", async () => {
  const edit = recordedCalls("edit_request", 4);
  mocks.use(edit.taking);
  const { user, address } = renderApp("/people/p1");
  await user.click(await again("Tax return 2025"));
  await waitFor(() => expect(address()).toBe(`/requests/${copy}/edit`));
  await screen.findByText(
    /^Years in titles and instructions moved from 2025 to 2026\. The due date is a year later, .*2027\. Check them\. The message still says 2024\.$/,
    { exact: false, ignore: "a" },
  );
  const link = screen.getByRole("link", { name: "Open last year’s request" });
  expect(link.getAttribute("href")).toBe(`/requests/${former}`);
  expect(edit.made).toMatchObject([
    {
      request: copy,
      revision: 3,
      change: {
        title: "Tax return 2026",
        due_on: "2027-04-30",
        items: [
          {
            id: "i1",
            section: "Income 2026",
            title: "Bank statements 2026",
            instructions: "IBAN DE89 3704 0044 0532 2013 00",
          },
        ],
      },
    },
  ]);
});

test("an open, a cancelled and a handed request can't be asked again", async () => {
  renderApp("/people/p1");
  await again("Tax return 2025");
  expect(screen.getAllByRole("button", { name: /again for next year$/ })).toHaveLength(1);
});

test("a copy that can't be changed is deleted, and the button works again", async () => {
  const remove = recordedCalls("delete_draft");
  mocks.use(
    rpcFails({ fn: "edit_request", status: 409, code: "PT409", message: "request.stale" }),
    remove.taking,
  );
  const { user, address } = renderApp("/people/p1");
  await user.click(await again("Tax return 2025"));
  await screen.findByText(/changed/i);
  expect(remove.made).toEqual([{ request: copy }]);
  expect(address()).toBe("/people/p1");
});
