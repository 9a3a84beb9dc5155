import { ArrowRight, Check, TriangleAlert } from "lucide-react";
import { Select } from "../../../ui/forms/select.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { List } from "../../../steps/list-file/list.models.ts";
import styles from "../bulk-send.module.css";
import { samplesOf, type Use, useNames, withUse } from "../../../steps/list-file/columns.models.ts";
import type { CheckedPeople } from "./people.models.ts";

const allUses = Object.keys(useNames) as Use[];
const usesAlone = allUses.filter((use) => use !== "assignee");

interface ColumnsTableProps {
  list: List;
  uses: readonly Use[];
  checked: CheckedPeople;
  /** The workspace has members other than the sender, so a request can be assigned. */
  hasAssignees: boolean;
  onUses: (uses: Use[]) => void;
}

/** Each column of the list with its first values, its use and the number of rows to fix. */
export function ColumnsTable({ list, uses, checked, hasAssignees, onUses }: ColumnsTableProps) {
  return (
    <Card className={styles["table"]}>
      <table>
        <thead>
          <tr>
            <th scope="col">Your column</th>
            <th scope="col">First values</th>
            <td />
            <th scope="col">Use as</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {Array.from(list.titles, (title, index) => {
            const use = uses[index] ?? "none";
            return (
              // Titles may repeat, and columns never move.
              <tr key={index}>
                <th scope="row">{title}</th>
                <td className={styles["samples"]}>{samplesOf(list, index).join(", ")}</td>
                <td className={styles["arrow"]}>
                  <ArrowRight aria-hidden="true" />
                </td>
                <td>
                  <Select
                    size="small"
                    aria-label={`Use ${title} as`}
                    data-unused={use === "none" || undefined}
                    value={use}
                    onChange={(event) => onUses(withUse(uses, index, event.target.value as Use))}
                  >
                    {(hasAssignees ? allUses : usesAlone).map((each) => (
                      <option key={each} value={each}>
                        {useNames[each]}
                      </option>
                    ))}
                  </Select>
                </td>
                <td>
                  <RowsOf use={use} checked={checked} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

function RowsOf({ use, checked }: { use: Use; checked: CheckedPeople }) {
  if (use === "none") return <span className={styles["unused"]}>Not used</span>;
  const wrong = checked.toFix[use];
  const all = checked.rows.length;
  return wrong === 0 ? (
    <span className={styles["good"]}>
      <Check aria-hidden="true" />
      {all} of {all}
    </span>
  ) : (
    <span className={styles["bad"]}>
      <TriangleAlert aria-hidden="true" />
      {wrong} to fix
    </span>
  );
}
