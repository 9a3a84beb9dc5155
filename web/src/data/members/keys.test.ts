import { expect, test } from "vitest";
import { reasonKeys } from "../reasons/keys.ts";
import { tagKeys } from "../tags/keys.ts";
import { workspaceKeys } from "../workspaces/keys.ts";
import { memberKeys } from "./keys.ts";

test.each([
  ["members", memberKeys.of("w1")],
  ["invitations", memberKeys.invitations("w1")],
  ["contents", workspaceKeys.contents("w1")],
  ["saved reasons", reasonKeys.of("w1")],
  ["tags", tagKeys.of("w1")],
  ["settings", workspaceKeys.settings("w1")],
])("the prefix of all workspaces covers a workspace’s %s", (_, key) => {
  expect(key.slice(0, workspaceKeys.all().length)).toEqual(workspaceKeys.all());
});

test("the prefix of members covers invitations, which change with them", () => {
  expect(memberKeys.invitations("w1").slice(0, memberKeys.all().length)).toEqual(memberKeys.all());
});
