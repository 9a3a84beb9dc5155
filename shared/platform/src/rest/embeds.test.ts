import { expect, test } from "vitest";
import { isRefusedQuery } from "./embeds.ts";
import { hostileQueries, id, tapedQueries } from "./embeds.fixtures.ts";

test("every query on the page's tapes is let through", async () => {
  const queries = await tapedQueries();
  expect(queries.filter(([, search]) => search.includes("%28")).length).toBeGreaterThan(20);
  expect(queries.filter(([path, search]) => isRefusedQuery(path, search))).toEqual([]);
});

test.each(hostileQueries)("refused: %s", (_, path, search) => {
  expect(isRefusedQuery(path, search)).toBe(true);
});

test.each([
  ["/requests", "?select=*"],
  ["/requests", `?select=id,data->>name,status::text,due:due_on&id=in.(${`${id},`.repeat(270)}${id})`],
  ["/files", "?or=(and(status.eq.stored,size.gt.1),status.eq.removed)&select=id"],
  ["/requests", `?id=eq.${id}&select=${encodeURIComponent("id,items(title),events(kind,items(title))")}`],
])("let through: %s with a query without embeds, or with the product's", (path, search) => {
  expect(isRefusedQuery(path, search)).toBe(false);
});
