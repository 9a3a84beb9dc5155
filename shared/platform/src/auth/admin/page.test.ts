import { expect, test } from "vitest";
import { pageLinks, readPage } from "./page.ts";

const linksOf = (query: string, total: number) => {
  const url = new URL(`http://auth.example/admin/users?${query}`);
  return pageLinks(url, readPage(url.searchParams), total);
};

test("the first of three pages links to the second and the last, with its other parameters", () => {
  expect(linksOf("per_page=2&filter=ann%40mail", 5)).toBe(
    '</admin/users?filter=ann%40mail&page=2&per_page=2>; rel="next", </admin/users?filter=ann%40mail&page=3&per_page=2>; rel="last"',
  );
});

test("`page` comes before `per_page`, where auth-js looks for it", () => {
  expect(linksOf("page=2&per_page=10", 100)).toMatch(/^<\/admin\/users\?page=3&per_page=10>; rel="next"/);
});

test("the last page links to itself, and an empty list to page 0", () => {
  expect(linksOf("page=2&per_page=50", 100)).toBe('</admin/users?page=2&per_page=50>; rel="last"');
  expect(linksOf("", 0)).toBe('</admin/users?page=0>; rel="last"');
});

test("the default is the first page of fifty", () => {
  expect(readPage(new URLSearchParams("page=&per_page="))).toEqual({ page: 1, perPage: 50 });
});

test.each(["page=1.5", "page=+1", "per_page=1e3", "page=99999999999999999999", "per_page=0"])(
  "%s is not a page",
  (query) => {
    expect(() => readPage(new URLSearchParams(query))).toThrow(
      expect.objectContaining({ status: 400, code: "validation_failed" }),
    );
  },
);

test("a malformed number is refused in Go's words", () => {
  expect(() => readPage(new URLSearchParams("page=x"))).toThrow(
    'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax',
  );
});
