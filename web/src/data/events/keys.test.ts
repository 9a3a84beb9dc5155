import { expect, test } from "vitest";
import { eventKeys } from "./keys.ts";

test("every request's history has its own key under one common prefix", () => {
  expect(eventKeys.ofRequest("r1")).not.toEqual(eventKeys.ofRequest("r2"));
  expect(eventKeys.ofRequest("r1").slice(0, 1)).toEqual(eventKeys.all());
});
