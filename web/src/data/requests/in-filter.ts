import type { RequestFilter, RequestListView } from "./request-list.models.ts";

/** Methods of PostgREST's filter builder that the filters use. Both row and count queries have them. */
interface Filterable<Builder> {
  eq(column: "workspace_id" | "status", value: string): Builder;
  in(column: "status", values: readonly string[]): Builder;
  gt(column: "items_submitted", value: number): Builder;
  lt(column: "due_on", value: string): Builder;
  or(filters: string): Builder;
}

/**
 * Applies a filter to a query. Overdue is not a state: it means open, past the due date, and a required item missing or
 * returned. "Done" includes cancelled requests.
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
