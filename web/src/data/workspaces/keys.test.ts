import { expect, test } from "vitest";
import { workspaceKeys } from "./keys.ts";

test("what is stale about all workspaces covers mine", () => {
  expect(workspaceKeys.mine().slice(0, workspaceKeys.all().length)).toEqual(workspaceKeys.all());
});
