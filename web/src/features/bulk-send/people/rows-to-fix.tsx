import { useState } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { List } from "../../../steps/list-file/list.models.ts";
import styles from "../bulk-send.module.css";
import { useNames } from "../../../steps/list-file/columns.models.ts";
import { FixRow } from "./fix-row.tsx";
import { type CheckedPeople, type Choices, fields } from "./people.models.ts";

/** Rows shown at first. */
const perPage = 50;

interface RowsToFixProps {
  list: List;
  choices: Choices;
  checked: CheckedPeople;
  onChange: (change: Partial<Choices>) => void;
}

/** Rows with a problem, to fix in place or leave out. Fixed rows stay, so that the field in use doesn't disappear. */
export function RowsToFix({ list, choices, checked, onChange }: RowsToFixProps) {
  const { mended, leftOut } = choices;
  const [shownRows, setShownRows] = useState(perPage);
  const wrong = checked.rows.filter(({ person }) => person === undefined);
  const listed = checked.rows.filter(({ number, person }) => person === undefined || mended.has(number));
  const { group, groupProps } = useFocusFallback(listed.map(({ number }) => number).join());
  const leave = (numbers: readonly number[]) => onChange({ leftOut: new Set([...leftOut, ...numbers]) });
  // Without the column of addresses every row would be wrong.
  if (!choices.uses.includes("email") || (listed.length === 0 && leftOut.size === 0)) return null;
  return (
    <section aria-labelledby="rows-to-fix" className={styles["fixes"]}>
      <div ref={group} tabIndex={-1} {...groupProps}>
        <header>
          <h2 id="rows-to-fix">
            {wrong.length === 0 ? "No rows to fix" : `${formatCount(wrong.length, "row")} to fix`}
          </h2>
          {wrong.length > 1 && (
            <Button variant="quiet" size="small" onClick={() => leave(wrong.map(({ number }) => number))}>
              {wrong.length === 2 ? "Leave both out" : "Leave all out"}
            </Button>
          )}
        </header>
        {listed.length > 0 && (
          <Card>
            <ul>
              {listed.slice(0, shownRows).map((row) => (
                <FixRow
                  key={row.number}
                  row={row}
                  fields={fields.filter(
                    (field) =>
                      row.problems[field] !== undefined || mended.get(row.number)?.[field] !== undefined,
                  )}
                  labels={useNames}
                  onMend={(field, text) =>
                    onChange({
                      mended: new Map([
                        ...mended,
                        [row.number, { ...mended.get(row.number), [field]: text }],
                      ]),
                    })
                  }
                  onLeave={() => leave([row.number])}
                />
              ))}
            </ul>
          </Card>
        )}
        {listed.length > shownRows && (
          <Button size="small" onClick={() => setShownRows((rows) => rows + perPage)}>
            Show more
          </Button>
        )}
        {leftOut.size > 0 && (
          <p className={styles["left"]}>
            {formatCount(leftOut.size, "row")} of {list.rows.length} left out.{" "}
            <Button variant="quiet" size="small" onClick={() => onChange({ leftOut: new Set() })}>
              Put back
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}
