import { restAnswers } from "@sheaf/mocks/handlers/rest";
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
  );
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
