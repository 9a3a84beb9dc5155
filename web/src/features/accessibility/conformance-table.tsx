import { ChevronDown } from "lucide-react";
import { Card } from "../../ui/layout/card.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import styles from "./accessibility.module.css";
import { evidenceNames } from "./evidence.models.ts";
import { type Row, type Status, statusNames } from "./rows.models.ts";
import { countedText } from "./tables.models.ts";

const tones = {
  supports: "accepted",
  "partially-supports": "waiting",
  "does-not-support": "returned",
  "not-applicable": "plain",
  "not-evaluated": "outline",
} as const satisfies Record<Status, string>;

interface ConformanceTableProps {
  id: string;
  title: string;
  rows: readonly Row[];
  /** Word for one row, and for several. */
  of: readonly [one: string, many: string];
}

/** The requirements of one chapter, with what is claimed and what shows it. */
export function ConformanceTable({ id, title, rows, of }: ConformanceTableProps) {
  return (
    <Card>
      <details className={styles["chapter"]}>
        <summary>
          <h3 id={id}>{title}</h3>
          <p className={styles["small"]}>{countedText(rows, of)}</p>
          <ChevronDown aria-hidden="true" />
        </summary>
        <table aria-labelledby={id} className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ num, name, status, remarks, evidence }) => (
              <tr key={num}>
                <th scope="row">
                  <span className={styles["number"]}>{num}</span> {name}
                </th>
                <td>
                  <Chip tone={tones[status]}>{statusNames[status]}</Chip>
                  {remarks !== undefined && <p>{remarks}</p>}
                  {evidence.length > 0 && (
                    <p className={styles["small"]}>
                      Tested: {evidence.map((each) => evidenceNames[each]).join("; ")}
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}
