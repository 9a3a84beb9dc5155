import type { RequestFilter, RequestListView } from "./request-list.models.ts";

/** The part of a PostgREST filter builder that the five filters need; both rows and counts have it. */
interface Filterable<Builder> {
  eq(column: "workspace_id" | "status", value: string): Builder;
  in(column: "status", values: readonly string[]): Builder;
  gt(column: "items_submitted", value: number): Builder;
  lt(column: "due_on", value: string): Builder;
  or(filters: string): Builder;
}

/**
 * Narrows a query to what one filter means. Overdue is no state: open, past its day, something required still to come.
 * Cancelled requests stand with the done ones, both are over.
 */
export function inFilter<Builder extends Filterable<Builder>>(
  rows: Builder,
  { workspaceId, filter, today }: Pick<RequestListView, "workspaceId" | "filter" | "today">,
): Builder {
  const ours = rows.eq("workspace_id", workspaceId);
  const narrowed: Record<RequestFilter, () => Builder> = {
    open: () => ours.eq("status", "open"),
    review: () => ours.eq("status", "open").gt("items_submitted", 0),
    overdue: () =>
      ours.eq("status", "open").lt("due_on", today).or("required_missing.gt.0,required_returned.gt.0"),
    drafts: () => ours.eq("status", "draft"),
    done: () => ours.in("status", ["done", "cancelled"]),
  };
  return narrowed[filter]();
}
