import type { Database } from "@sheaf/contract/database.types";
import { limits } from "@sheaf/contract/limits";
import { type AnswerRow, restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";
import { listedRow } from "../../../data/requests/request.fixtures.ts";

type FoundRow = Database["public"]["Functions"]["search_requests"]["Returns"][number];

const mocks = mockPlatform();

const found = (rows: AnswerRow<"requests">[], status?: number) =>
  rpcAnswers({ fn: "search_requests", returns: rows as FoundRow[], ...(status !== undefined && { status }) });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    rpcAnswers({
      fn: "request_counts",
      returns: [{ open: 1, review: 1, overdue: 0, drafts: 0, done: 1, archived: 0, bin: 0 }],
    }),
    rpcAnswers({ fn: "list_requests", returns: [] }),
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
  );
});

test("a search looks in all states, groups what it finds, and marks it", async () => {
  const mortgage = listedRow({
    id: "r2",
    title: "Mortgage",
    status: "done",
    items: [{ title: "Bank statement" }],
  });
  mocks.use(found([listedRow({ id: "r1", title: "Bank accounts", items: [] }), mortgage]));
  renderApp("/requests?q=bank");

  await screen.findByText("2 results in all states");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Open 1",
    "Done 1",
  ]);
  const [open, done] = screen.getAllByRole("article");
  if (!open || !done) throw new Error("Two rows are expected.");
  expect(within(open).getByRole("heading", { level: 3, name: "Bank accounts" })).toBeDefined();
  expect([...open.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["Bank"]);
  expect(done.textContent).toContain("Item: Bank statement");
  expect(screen.queryByRole("navigation", { name: "Filters" })).toBeNull();
});

test("a search that ends returns to the list that was open before", async () => {
  mocks.use(found([]));
  const { user, address } = renderApp("/requests?q=zebra&filter=done");

  await screen.findByRole("heading", { name: "No matching requests" });
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "zebra");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByRole("heading", { name: "Nothing done yet" });
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
  expect(address()).toBe("/requests?filter=done");
});

test.each([
  { matches: 0, text: "No match among the requests that were searched. Add a word to narrow the search." },
  { matches: 1, text: "1 match shown; there may be more. Add a word to narrow the search." },
  {
    matches: limits.searchMatches,
    text: `First ${limits.searchMatches} matches shown; there may be more. Add a word to narrow the search.`,
  },
])("a search that may have missed some, with $matches matches, says so", async ({ matches, text }) => {
  const rows = Array.from({ length: matches }, (_, row) => listedRow({ id: `r${row}`, items: [] }));
  mocks.use(found(rows, 206));
  renderApp("/requests?q=tax");

  await screen.findByText(text);
  expect(screen.queryAllByRole("article")).toHaveLength(matches);
  expect(screen.queryByRole("heading", { name: "No matching requests" })).toBeNull();
});

test("a search that fails says so and is repeated on request", async () => {
  const fails = rpcFails({ fn: "search_requests", status: 400, code: "57P03", message: "no", once: true });
  mocks.use(fails, found([listedRow({ id: "r1", title: "Tax return", items: [] })]));
  const { user } = renderApp("/requests?q=tax");

  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("1 result in all states");
});
