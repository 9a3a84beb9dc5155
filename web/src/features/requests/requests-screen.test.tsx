import { restAnswers, restFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();

/** The count of every filter. */
const countsAre =
  (total: number): Fault =>
  (url) =>
    http.head(
      `${url}/rest/v1/requests`,
      () =>
        new HttpResponse(null, {
          headers: {
            "content-range": `*/${total}`,
            "access-control-allow-origin": "*",
            "access-control-expose-headers": "*",
          },
        }),
    );

const request: AnswerRow<"requests"> = {
  id: "r1",
  title: "Tax return 2026",
  status: "open",
  due_on: null,
  last_activity_at: new Date().toISOString(),
  items_missing: 2,
  items_submitted: 3,
  items_returned: 0,
  items_accepted: 4,
  items_waived: 0,
  required_missing: 2,
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
const listIs = (rows: AnswerRow<"requests">[]) => restAnswers({ table: "requests", rows });
const listFailsOnce = restFails({ table: "requests", status: 400, code: "57P03", message: "no", once: true });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    countsAre(14),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
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

test("a search without results says what was searched and stays in the URL", async () => {
  mocks.use(listIs([]));
  const { address } = renderApp("/requests?q=zebra&filter=done");

  await screen.findByRole("heading", { name: "No matching requests" });
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "zebra");
  expect(screen.getByRole("link", { name: /^Done/ }).getAttribute("aria-current")).toBe("page");
  expect(address()).toBe("/requests?q=zebra&filter=done");
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
