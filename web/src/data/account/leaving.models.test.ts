import { expect, test } from "vitest";
import { toLeaving } from "./leaving.models.ts";

const row = (name: string, other_members: number) => ({
  workspace_id: name,
  name,
  other_members,
  requests: 2,
  files: 3,
});

test("a workspace with others in it stands in the way, one without goes along", () => {
  const { inTheWay, goAlong } = toLeaving([row("firm", 2), row("own", 0)]);
  expect(inTheWay.map(({ name }) => name)).toEqual(["firm"]);
  expect(goAlong).toEqual([{ workspaceId: "own", name: "own", otherMembers: 0, requests: 2, files: 3 }]);
});
