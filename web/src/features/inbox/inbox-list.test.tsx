import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();

/** Requests that one call of `unread_questions` takes. */
const perCall = 200;

const request = (place: number) => ({
  id: `r${place}`,
  title: `Request ${place}`,
  due_on: null,
  status: "open" as const,
  paused_at: null,
  closed_by: null,
  last_activity_at: "2026-11-20T10:00:00Z",
  workspaces: { name: "Okafor & Lind" },
  items: [{ status: "missing" as const, required: true, answer_kind: null }],
});

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Anna Lind" }] }),
    restAnswers({ table: "members", rows: [] }),
    rpcAnswers({ fn: "unopened_requests", returns: [] }),
  );
});

test("a request that was never opened is listed with its sender, and opens", async () => {
  const invited = {
    id: "r9",
    title: "Tax return 2026",
    due_on: null,
    workspace_name: "Okafor & Lind",
    sender_email: "nora@okafor.example",
  };
  const opened: unknown[] = [];
  mocks.use(
    restAnswers({ table: "recipients", rows: [] }),
    rpcAnswers({ fn: "unopened_requests", returns: [invited] }),
    (url) =>
      http.post(`${url}/rest/v1/rpc/open_request`, async ({ request }) => {
        opened.push(await request.json());
        return HttpResponse.json("r9");
      }),
    rpcAnswers({ fn: "visit_request", returns: undefined }),
    rpcAnswers({ fn: "request_people", returns: [] }),
    restAnswers({
      table: "requests",
      rows: [
        {
          id: "r9",
          title: "Tax return 2026",
          status: "open",
          workspaces: { name: "Okafor & Lind" },
          items: [],
          events: [],
          recipients: [],
        },
      ],
    }),
  );
  const { user } = renderApp("/inbox");
  await screen.findByRole("heading", { name: "Tax return 2026" });
  expect(screen.getByText("Okafor & Lind, sent by nora@okafor.example")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Open Tax return 2026" }));
  expect(await screen.findByText("Only Okafor & Lind and you can see what you add.")).toBeDefined();
  expect(location.pathname).toBe("/inbox/r9");
  expect(opened).toEqual([{ request: "r9" }]);
});

test("a request that can no longer be opened says so, and stays listed until the list is read again", async () => {
  mocks.use(
    restAnswers({ table: "recipients", rows: [] }),
    rpcAnswers({
      fn: "unopened_requests",
      returns: [
        {
          id: "r9",
          title: "Tax return 2026",
          due_on: null,
          workspace_name: "Okafor & Lind",
          sender_email: null,
        },
      ],
    }),
    rpcFails({ fn: "open_request", status: 404, code: "PT404", message: "not_found" }),
  );
  const { user } = renderApp("/inbox");
  await user.click(await screen.findByRole("button", { name: "Open Tax return 2026" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(location.pathname).toBe("/inbox");
});

test.each([
  { requests: perCall, calls: [perCall] },
  { requests: perCall + 1, calls: [perCall, 1] },
])("each of $requests requests with an unread question is marked", async ({ requests, calls }) => {
  const asked: number[] = [];
  mocks.use(
    restAnswers({
      table: "recipients",
      rows: Array.from({ length: requests }, (_, place) => ({ scope: "all", requests: request(place) })),
    }),
    (url) =>
      http.post(`${url}/rest/v1/rpc/unread_questions`, async ({ request }) => {
        const ids = ((await request.json()) as { requests: string[] }).requests;
        asked.push(ids.length);
        return HttpResponse.json(
          ids
            .slice(0, perCall)
            .map((id) => ({ request_id: id, item_id: `item-${id}`, question_id: `question-${id}` })),
          { headers: { "access-control-allow-origin": "*" } },
        );
      }),
  );
  renderApp("/inbox");
  expect(await screen.findAllByText("1 unread question")).toHaveLength(requests);
  expect(asked).toEqual(calls);
});
