import type { Database } from "@sheaf/contract/database";
import { type Branding, toBranding } from "../workspaces/branding.models.ts";

/** Everything that anyone with the link may know. */
export interface LinkPreview {
  workspaceName: string;
  /** As the sender calls themselves; "" when unknown. */
  senderName: string;
  /** The sender's confirmed address; "" when their account was deleted. */
  senderEmail: string;
  title: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  branding: Branding;
  /** Month since which the workspace exists, as its first day: YYYY-MM-DD. */
  workspaceSince: string;
  /** Requests of the workspace that are done; 20 stands for 20 or more. */
  requestsDone: number;
  /** Days for which files and answers are kept after the request ends, and those of sensitive items; null: no limit. */
  days: number | null;
  sensitiveDays: number | null;
  /** Titles of the items, where the sender shows them; else none. */
  itemTitles: readonly string[];
}

export type LinkPreviewRow = Database["public"]["Functions"]["peek_request"]["Returns"][number];

/** Null for wrong, replaced and cancelled links alike: the database returns no row for any of them. */
export function toLinkPreview(rows: readonly LinkPreviewRow[]): LinkPreview | null {
  const [row] = rows;
  if (!row) return null;
  return {
    workspaceName: row.workspace_name,
    senderName: row.sender_name ?? "",
    senderEmail: row.sender_email ?? "",
    title: row.title,
    dueOn: row.due_on,
    branding: toBranding(row),
    workspaceSince: row.workspace_since,
    requestsDone: row.requests_done,
    days: row.retain_days,
    sensitiveDays: row.retain_sensitive_days,
    itemTitles: row.item_titles,
  };
}
