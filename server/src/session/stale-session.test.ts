import { cookieNames } from "@sheaf/contract/cookies";
import { describe, expect, test } from "vitest";
import { removeStaleSession } from "./stale-session.ts";

const names = cookieNames({ secure: false });
const verifier = "sheaf-auth-flow-0123456789abcdef-code-verifier";

describe("a session that replaces another", () => {
  const removals = (cookies: string[], written: string[]) =>
    removeStaleSession({
      names,
      cookies: new Map(cookies.map((name) => [name, "old"])),
      writes: written.map((name) => ({ name, value: "new", maxAge: 1000 })),
    }).map((write) => [write.name, write.maxAge]);

  test("leaves no surplus chunk behind", () => {
    expect(
      removals(["sheaf-auth.0", "sheaf-auth.1", "sheaf-auth.2"], ["sheaf-auth.0", "sheaf-auth.1"]),
    ).toEqual([["sheaf-auth.2", 0]]);
  });

  test("leaves no whole cookie beside chunks, and no chunk beside a whole cookie", () => {
    expect(removals(["sheaf-auth"], ["sheaf-auth.0", "sheaf-auth.1"])).toEqual([["sheaf-auth", 0]]);
    expect(removals(["sheaf-auth.0", "sheaf-auth.1"], ["sheaf-auth"])).toEqual([
      ["sheaf-auth.0", 0],
      ["sheaf-auth.1", 0],
    ]);
  });

  test("leaves all other cookies alone", () => {
    expect(removals([verifier, "sheaf-flash", "sheaf-authority", "theme"], ["sheaf-auth"])).toEqual([]);
  });
});
