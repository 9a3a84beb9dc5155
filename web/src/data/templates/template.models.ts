import type { Database } from "@sheaf/contract/database";

type Row = Database["public"]["Functions"]["workspace_templates"]["Returns"][number];

/** A stored checklist that requests are made from. */
export interface Template {
  /** Also the id of its row in `requests`. */
  id: string;
  title: string;
  items: number;
  sections: number;
  /** Titles of the first four. */
  firstItems: readonly string[];
  /** Days from its use to the due date; null for none. */
  dueAfterDays: number | null;
  timesUsed: number;
  lastUsedAt: string | null;
  isArchived: boolean;
}

export function toTemplate(row: Row): Template {
  return {
    id: row.id,
    title: row.title,
    items: row.items,
    sections: row.sections,
    firstItems: row.first_items,
    dueAfterDays: row.due_after_days,
    timesUsed: row.times_used,
    lastUsedAt: row.last_used_at,
    isArchived: row.is_archived,
  };
}
