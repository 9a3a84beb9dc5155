import { expect, test } from "vitest";
import { workspaceKeys } from "./keys.ts";

test("the prefix of all workspaces covers the user's own", () => {
  expect(workspaceKeys.mine().slice(0, workspaceKeys.all().length)).toEqual(workspaceKeys.all());
});
