import { lazy, Suspense, useState } from "react";
import type { ListedPerson } from "../../data/people/person.models.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { useRowKeys } from "../../steps/lists/row-keys.ts";
import { EditPersonDialog } from "./edit-person-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import styles from "./people.module.css";
import { PersonRow } from "./person-row.tsx";

/** Up to this number all rows are rendered, so that the browser's own search finds them. */
const maxRenderedRows = 200;

// Few lists are that long.
const WindowVirtualizer = lazy(async () => ({ default: (await import("virtua")).WindowVirtualizer }));

/** Estimated height of a row until it is measured. Pixels. */
const rowHeight = 65;

interface PeopleRowsProps {
  rows: readonly ListedPerson[];
  workspaceId: string;
  now: Date;
  /** Address of the page for a new request. */
  newRequest: string;
}

type Open = { what: "edit" | "merge"; person: ListedPerson };

export function PeopleRows({ rows, workspaceId, now, newRequest }: PeopleRowsProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  useRowKeys();
  const close = () => setOpen(null);
  const row = (person: ListedPerson) => (
    <PersonRow
      key={person.id}
      person={person}
      now={now}
      onNewRequest={() =>
        navigate(newRequest, { state: { recipient: { email: person.email, name: person.name } } })
      }
      onEdit={() => setOpen({ what: "edit", person })}
      onMerge={() => setOpen({ what: "merge", person })}
    />
  );
  const all = (
    <ul>
      {rows.map((person) => (
        <li key={person.id}>{row(person)}</li>
      ))}
    </ul>
  );
  return (
    <>
      <div className={styles["head"]} aria-hidden="true">
        <span>Person</span>
        <span>Open with them</span>
        <span>Last answer</span>
        <span>Last seen</span>
      </div>
      {rows.length <= maxRenderedRows ? (
        all
      ) : (
        <Suspense fallback={all}>
          <WindowVirtualizer as="ul" item="li" itemSize={rowHeight}>
            {rows.map(row)}
          </WindowVirtualizer>
        </Suspense>
      )}
      {open?.what === "edit" && <EditPersonDialog personId={open.person.id} onClose={close} />}
      {open?.what === "merge" && (
        <MergeDialog person={open.person} workspaceId={workspaceId} onClose={close} onMerged={close} />
      )}
    </>
  );
}
