import type { WorkspaceContents } from "../../data/workspaces/workspace-contents.query.ts";
import { formatCappedCount, formatCount } from "../../lib/format-count.ts";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "12 requests and 30 files will be deleted and can’t be recovered. 2 other members lose access." */
export function contentsText({ members, requests, files }: WorkspaceContents): string {
  const gone = [
    ...(requests > 0 ? [formatCappedCount(requests, "request")] : []),
    ...(files > 0 ? [formatCappedCount(files, "file")] : []),
  ];
  const what = gone.length === 0 ? "The workspace" : list.format(gone);
  const others = members - 1;
  const lost =
    others > 0 ? ` ${formatCount(others, "other member")} ${others === 1 ? "loses" : "lose"} access.` : "";
  return `${what} will be deleted and can’t be recovered.${lost}`;
}
