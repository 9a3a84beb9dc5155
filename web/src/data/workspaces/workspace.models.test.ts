import { expect, test } from "vitest";
import { toWorkspaces } from "./workspace.models.ts";

test("workspaces are sorted by name and have the member's role", () => {
  expect(
    toWorkspaces([
      { role: "member", workspaces: { id: "w2", name: "Young" } },
      { role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } },
    ]),
  ).toEqual([
    { id: "w1", name: "Okafor & Lind", role: "owner" },
    { id: "w2", name: "Young", role: "member" },
  ]);
});

test("a workspace that this session may not read is left out", () => {
  expect(toWorkspaces([{ role: "member", workspaces: null }])).toEqual([]);
});
