import { expect, test } from "vitest";
import { toDeletionImpact } from "./deletion-impact.models.ts";

const row = (name: string, other_members: number) => ({
  workspace_id: name,
  name,
  other_members,
  requests: 2,
  files: 3,
});

test("a workspace with other members blocks the deletion, one without is deleted", () => {
  const { blocking, deleted } = toDeletionImpact([row("shared", 2), row("own", 0)]);
  expect(blocking.map(({ name }) => name)).toEqual(["shared"]);
  expect(deleted).toEqual([{ workspaceId: "own", name: "own", otherMembers: 0, requests: 2, files: 3 }]);
});
