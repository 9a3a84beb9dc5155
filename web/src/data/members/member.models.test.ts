import { expect, test } from "vitest";
import { mayChange, rolesBelow, toRole } from "./member.models.ts";

test("an owner gives every role, an admin those below owner, a member none", () => {
  expect(rolesBelow("owner")).toEqual(["owner", "admin", "member"]);
  expect(rolesBelow("admin")).toEqual(["admin", "member"]);
  expect(rolesBelow("member")).toEqual([]);
});

test("an admin can't change an owner", () => {
  expect(mayChange("admin", "owner")).toBe(false);
  expect(mayChange("admin", "admin")).toBe(true);
  expect(mayChange("owner", "owner")).toBe(true);
  expect(mayChange("member", "member")).toBe(false);
});

test("an unknown role counts as the lowest", () => {
  expect(toRole("auditor")).toBe("member");
});
