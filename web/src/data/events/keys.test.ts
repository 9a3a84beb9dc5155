import { expect, test } from "vitest";
import { eventKeys } from "./keys.ts";

test("two requests never show each other's history, and one prefix covers both", () => {
  expect(eventKeys.ofRequest("r1")).not.toEqual(eventKeys.ofRequest("r2"));
  expect(eventKeys.ofRequest("r1").slice(0, 1)).toEqual(eventKeys.all());
});
