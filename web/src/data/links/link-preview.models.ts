import type { Database } from "@sheaf/contract/database.types";

/** All that anyone with the link may know. */
export interface LinkPreview {
  workspaceName: string;
  /** The address that the sender has proven; "" for a sender whose account is gone. */
  senderEmail: string;
  title: string;
  /** YYYY-MM-DD. */
  dueOn: string | null;
}

export type LinkPreviewRow = Database["public"]["Functions"]["peek_request"]["Returns"][number];

/** No row: wrong, replaced and cancelled links look alike. */
export function toLinkPreview(rows: readonly LinkPreviewRow[]): LinkPreview | null {
  const [row] = rows;
  if (!row) return null;
  return {
    workspaceName: row.workspace_name,
    senderEmail: row.sender_email ?? "",
    title: row.title,
    dueOn: row.due_on ?? null,
  };
}
