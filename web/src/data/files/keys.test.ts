import { expect, test } from "vitest";
import { fileKeys } from "./keys.ts";

test("every file's content has its own key", () => {
  expect(fileKeys.content({ id: "f1" })).not.toEqual(fileKeys.content({ id: "f2" }));
  expect(fileKeys.content({ id: "f1" }).slice(0, 1)).toEqual(fileKeys.all());
});
