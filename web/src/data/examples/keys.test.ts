import { expect, test } from "vitest";
import { exampleKeys } from "./keys.ts";

test("every example's content has its own key", () => {
  expect(exampleKeys.content({ id: "x1" })).not.toEqual(exampleKeys.content({ id: "x2" }));
  expect(exampleKeys.content({ id: "x1" }).slice(0, 1)).toEqual(exampleKeys.all());
});
