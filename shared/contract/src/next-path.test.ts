import { describe, expect, test } from "vitest";
import { safeNextPath } from "./next-path.ts";

describe("a destination after sign-in", () => {
  test.each([
    "/",
    "/requests",
    "/requests/new?from=list#items",
    "/r/8Kd2abc",
    "/a/../b",
    "/people?q=%2F%2Fx",
  ])("keeps %s on our own site", (value) => {
    const next = safeNextPath(value);
    expect(next).toBeDefined();
    expect(new URL(next ?? "", "https://sheaf.example").origin).toBe("https://sheaf.example");
  });

  test("preserves path, query and fragment", () => {
    expect(safeNextPath("/requests/new?from=list#items")).toBe("/requests/new?from=list#items");
  });

  test.each([
    undefined,
    null,
    "",
    42,
    ["/requests", "/inbox"],
    { toString: () => "/requests" },
    "requests",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "@evil.example",
    ".evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/../..//evil.example",
    "/%2e//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " /requests",
    "/requests\u0000",
    "/requests\\..\\",
    "/auth",
    "/auth/callback?code=1",
    "/a/../auth/sign-out",
    `/${"a".repeat(2048)}`,
  ])("refuses %j", (value) => {
    expect(safeNextPath(value)).toBeUndefined();
  });
});
