import type { WorkspaceTag } from "../../../data/tags/workspace-tags.query.ts";
import { formatCappedCount } from "../../../lib/format-count.ts";

/** "3 requests", "3 requests and 1 person"; null if nothing has the tag. */
export function tagUses({ requests, people }: Pick<WorkspaceTag, "requests" | "people">): string | null {
  const uses = [
    ...(requests > 0 ? [formatCappedCount(requests, "request")] : []),
    ...(people > 0 ? [formatCappedCount(people, "person", "people")] : []),
  ];
  return uses.length === 0 ? null : uses.join(" and ");
}
