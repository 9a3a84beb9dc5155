import { lazy, Suspense } from "react";
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

interface RequestHeadProps {
  /** All rows below. */
  rows: readonly RequestSummary[];
  selection: Selection;
}

/** The box that selects every row, with the names of the columns on wide screens. */
export function RequestHead({ rows, selection }: RequestHeadProps) {
  const selected = rows.filter(({ id }) => selection.has(id)).length;
  return (
    <div className={styles["head"]}>
      <SelectionBox
        label="Select all"
        checked={selected === rows.length}
        isPartial={selected > 0 && selected < rows.length}
        onToggle={() => selection.set(selected === rows.length ? [] : rows)}
      >
        <span className={styles["all"]}>Select all</span>
      </SelectionBox>
      {["Request", "From", "Progress", "Due", "Last activity"].map((name) => (
        <span key={name} aria-hidden="true">
          {name}
        </span>
      ))}
    </div>
  );
}

interface RequestRowsProps<Row extends RequestSummary> {
  rows: readonly Row[];
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
  const { rows, among = rows, unread, today, now, selection, heading, marksOf } = props;
  const row = (request: Row) => (
    <RequestRow
      key={request.id}
      request={request}
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
