import type { Database } from "@sheaf/contract/database.types";
import { limits } from "@sheaf/contract/limits";
import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { authOffers } from "../../testing/auth-answers.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { securityPageOf } from "../../testing/security-page.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";

type ListedRow = Database["public"]["Functions"]["list_requests"]["Returns"][number];

const mocks = mockPlatform();

/** The count of every filter. */
const countsAre = (count: number) =>
  rpcAnswers({
    fn: "request_counts",
    returns: [
      { open: count, review: count, overdue: count, drafts: count, done: count, archived: 0, bin: 0 },
    ],
  });

const request: AnswerRow<"requests"> = {
  id: "r1",
  title: "Tax return 2026",
  status: "open",
  due_on: null,
  last_activity_at: new Date().toISOString(),
  items_missing: 2,
  items_submitted: 3,
  assignee: null,
  request_tags: [],
  items_declined: 0,
  items_returned: 0,
  items_accepted: 4,
  items_waived: 0,
  required_missing: 2,
  required_partial: 0,
  required_returned: 0,
  recipients: [
    {
      id: "p1",
      email: "anna@lind.example",
      name: "Anna Lind",
      first_seen_at: null,
      created_at: "2026-11-01",
    },
  ],
  events: [],
};
const listIs = (rows: AnswerRow<"requests">[]) =>
  rpcAnswers({ fn: "list_requests", returns: rows as ListedRow[] });
const listFailsOnce = rpcFails({
  fn: "list_requests",
  status: 400,
  code: "57P03",
  message: "no",
  once: true,
});

const ownedWorkspace = restAnswers({
  table: "members",
  rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
});

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    countsAre(14),
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    ownedWorkspace,
  );
});

test("a list that fails to load shows an error and loads on retry", async () => {
  mocks.use(countsAre(14), listFailsOnce, listIs([request]));
  const { user } = renderApp("/requests");

  await user.click(await screen.findByRole("button", { name: "Try again" }));

  await screen.findByRole("link", { name: "Tax return 2026" });
  screen.getByText("3 to review, 2 missing");
  screen.getByText("Anna Lind");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an empty list offers a new request", async () => {
  mocks.use(listIs([]));
  renderApp("/requests");

  await screen.findByRole("heading", { name: "No open requests" });
  expect(screen.getAllByRole("link", { name: /New request/ })).not.toHaveLength(0);
});

test("counts end at a thousand", async () => {
  mocks.use(countsAre(limits.counted), listIs([]));
  renderApp("/requests");

  await screen.findByRole("link", { name: /^Open ?1,000\+$/ });
});

test("is narrowed to what repeats and to the days it is due, by due date", async () => {
  const asked: string[] = [];
  mocks.use(rpcAnswers({ fn: "workspace_tags", returns: [] }), (url) =>
    http.get(`${url}/rest/v1/rpc/list_requests`, ({ request: { url: of } }) => {
      const query = new URL(of).searchParams;
      asked.push(
        ["sort", "repeats", "due_from"]
          .map((name) => query.get(name) ?? "")
          .join(" ")
          .trim(),
      );
      return HttpResponse.json([], { headers: { "access-control-allow-origin": "*" } });
    }),
  );
  const { user, address } = renderApp("/requests");
  await user.click(await screen.findByRole("button", { name: "Repeats" }));
  await user.click(screen.getByRole("button", { name: "Due" }));
  await user.click(screen.getByRole("menuitemradio", { name: "No due date" }));
  await screen.findByText("No requests match these filters");
  expect(address()).toBe("/requests?repeats=1&due=none");
  await waitFor(() => expect(asked.at(-1)).toBe("due true infinity"));
  expect(screen.getByRole("combobox", { name: "Sort by" }).textContent).toBe("Due date");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await screen.findByText("No open requests");
  expect(address()).toBe("/requests");
});

test("a full page is followed by the next one", async () => {
  const page = (number: number) =>
    rpcAnswers({
      fn: "list_requests",
      returns: Array.from({ length: 50 }, (_, row) => ({
        ...request,
        id: `r${number}-${row}`,
      })) as ListedRow[],
      once: true,
    });
  mocks.use(page(1), page(2));
  const { user } = renderApp("/requests");

  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(100));
});

test("N opens a new request, except while typing", async () => {
  mocks.use(listIs([request]));
  const { user, address } = renderApp("/requests");
  await screen.findByRole("link", { name: "Tax return 2026" });

  await user.keyboard("/");
  await user.keyboard("n");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "n");
  expect(address()).not.toContain("/requests/new");

  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("heading", { name: "Requests" }));
  await user.keyboard("n");
  await screen.findByLabelText("Title");
  expect(address()).toBe("/requests/new");
});

test("a row says how many questions have something new", async () => {
  mocks.use(
    listIs([request]),
    rpcAnswers({
      fn: "unread_questions",
      returns: ["q1", "q2"].map((id) => ({ request_id: "r1", item_id: "i1", question_id: id })),
    }),
  );
  renderApp("/requests");
  await screen.findByText("2 unread questions");
});

test.each([
  ["button", "Not now"],
  ["link", "Set a password"],
] as const)("a newcomer is offered a faster sign-in until %s “%s” is pressed", async (role, name) => {
  localStorage.setItem("sheaf:newcomer", "11111111-1111-4111-8111-111111111111");
  mocks.use(...securityPageOf());
  mocks.use(listIs([]), authOffers({ passkeys: true }), ownedWorkspace);
  const { user } = renderApp("/requests");
  const offer = await screen.findByRole("region", { name: "Sign in faster next time" });
  await user.click(within(offer).getByRole(role, { name }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Sign in faster next time" })).toBeNull());
  expect(localStorage.getItem("sheaf:newcomer")).toBeNull();
});
