import { cookieNames } from "@sheaf/contract/cookies";
import { describe, expect, test } from "vitest";
import { createCookieJar, removeStaleSession } from "./cookie-jar.ts";

const names = cookieNames({ secure: false });
const verifier = "sheaf-auth-flow-0123456789abcdef-code-verifier";
const jarOf = (cookies: Record<string, string>) =>
  createCookieJar({ names, cookies: new Map(Object.entries(cookies)) });
const keep = { maxAge: 1000 };
const drop = { maxAge: 0 };

describe("the jar of an exchange", () => {
  test("hides the request's session, whole or in chunks", () => {
    const jar = jarOf({
      "sheaf-auth": "a",
      "sheaf-auth.0": "b",
      "sheaf-auth.12": "c",
      [verifier]: "v",
      theme: "dark",
    });
    expect(jar.getAll().map((cookie) => cookie.name)).toEqual([verifier, "theme"]);
  });

  test("reads its own writes", () => {
    const jar = jarOf({ [verifier]: "v" });
    jar.setAll([
      { name: verifier, value: "", options: drop },
      { name: "sheaf-auth", value: "new", options: keep },
    ]);
    expect(jar.getAll()).toEqual([{ name: "sheaf-auth", value: "new" }]);
  });

  test("sends one cookie per name, the last one written", () => {
    const jar = jarOf({});
    jar.setAll([{ name: "sheaf-auth", value: "first", options: keep }]);
    jar.setAll([{ name: "sheaf-auth", value: "second", options: keep }]);
    expect(jar.close()).toEqual([{ name: "sheaf-auth", value: "second", maxAge: 1000 }]);
  });

  test("ignores writes of a late renewal after the response", () => {
    const jar = jarOf({});
    const sent = jar.close();
    jar.setAll([{ name: "sheaf-auth", value: "late", options: keep }]);
    expect(sent).toEqual([]);
    expect(jar.getAll()).toEqual([]);
  });
});

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
