import { lazy, type ReactNode, Suspense } from "react";
import type { RequestSummary } from "../../data/requests/request-summary.models.ts";
import styles from "./request-list.module.css";
import { type RequestMarks, RequestRow } from "./request-row.tsx";
import { SelectionBox } from "./selection/selection-box.tsx";
import type { Selection } from "./selection/use-selection.ts";

/** Up to this number all rows are rendered, so that the browser's own search finds them. So are all rows of a search. */
const maxRenderedRows = 200;

// Few lists are that long.
const WindowVirtualizer = lazy(async () => ({ default: (await import("virtua")).WindowVirtualizer }));

/** Estimated height of a row until it is measured. Pixels. */
const rowHeight = 73;

interface RequestTableProps {
  /** All rows below. */
  rows: readonly RequestSummary[];
  selection: Selection;
  children: ReactNode;
}

/** Rows below the box that selects them all and, on wide screens, the names of the columns. */
export function RequestTable({ rows, selection, children }: RequestTableProps) {
  const selected = rows.filter(({ id }) => selection.has(id)).length;
  const isTagged = rows.some(({ tags }) => tags.length > 0);
  return (
    <div className={styles["table"]} data-tagged={isTagged || undefined}>
      <div className={styles["head"]}>
        <SelectionBox
          label="Select all"
          checked={selected === rows.length}
          isPartial={selected > 0 && selected < rows.length}
          onToggle={() => selection.set(selected === rows.length ? [] : rows)}
        >
          <span className={styles["all"]}>Select all</span>
        </SelectionBox>
        {["Request", ...(isTagged ? ["Tags"] : []), "From", "Progress", "Due"].map((name) => (
          <span key={name} className={name === "Tags" ? styles["tagged"] : undefined} aria-hidden="true">
            {name}
          </span>
        ))}
        <span className={styles["activity"]} aria-hidden="true">
          Last activity
        </span>
        <span className={styles["assigned"]} aria-hidden="true">
          Assignee
        </span>
      </div>
      {children}
    </div>
  );
}

interface RequestRowsProps<Row extends RequestSummary> {
  rows: readonly Row[];
  workspaceId: string;
  /** All rows of the list in their order, if these are a group of it. */
  among?: readonly RequestSummary[];
  /** Number of unread questions by request. */
  unread: ReadonlyMap<string, number>;
  today: string;
  now: Date;
  selection: Selection;
  heading?: "h2" | "h3";
  /** Texts in place of the row's own. */
  marksOf?: (request: Row) => RequestMarks;
}

export function RequestRows<Row extends RequestSummary>(props: RequestRowsProps<Row>) {
  const { rows, workspaceId, among = rows, unread, today, now, selection, heading, marksOf } = props;
  const row = (request: Row) => (
    <RequestRow
      key={request.id}
      request={request}
      workspaceId={workspaceId}
      onAssign={() => selection.ask({ act: "assign", requests: [request] })}
      unread={unread.get(request.id) ?? 0}
      today={today}
      now={now}
      isSelected={selection.has(request.id)}
      onSelect={(isRange) => selection.toggle(request, isRange ? among : [])}
      heading={heading}
      marks={marksOf?.(request)}
    />
  );
  const all = (
    <ul>
      {rows.map((request) => (
        <li key={request.id}>{row(request)}</li>
      ))}
    </ul>
  );
  if (rows.length <= maxRenderedRows) return all;
  return (
    <Suspense fallback={all}>
      <WindowVirtualizer as="ul" item="li" itemSize={rowHeight}>
        {rows.map(row)}
      </WindowVirtualizer>
    </Suspense>
  );
}
