import { useId } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import styles from "../bulk-send.module.css";
import type { CheckedRow, Field } from "./people.models.ts";

interface FixRowProps {
  row: CheckedRow;
  /** Fields that have a problem or have been fixed. */
  fields: readonly Field[];
  labels: Readonly<Record<Field, string>>;
  onMend: (field: Field, text: string) => void;
  onLeave: () => void;
}

/** One row with a field for each of its problems. */
export function FixRow({ row, fields, labels, onMend, onLeave }: FixRowProps) {
  const id = useId();
  const { number, texts, problems } = row;
  return (
    <li className={styles["fix"]}>
      <span>Row {number}</span>
      <b>{texts.name || texts.email || "No name"}</b>
      <div>
        {fields.map((field) => (
          <div key={field}>
            <TextInput
              size="small"
              aria-label={`${labels[field]}, row ${number}`}
              aria-invalid={problems[field] !== undefined || undefined}
              aria-describedby={`${id}-${field}`}
              placeholder={labels[field]}
              autoComplete="off"
              inputMode={field === "email" ? "email" : "text"}
              value={texts[field]}
              onChange={(event) => onMend(field, event.target.value)}
            />
            <p id={`${id}-${field}`} data-bad={problems[field] !== undefined || undefined}>
              {problems[field] ?? "Ready"}
            </p>
          </div>
        ))}
      </div>
      <Button variant="quiet" size="small" aria-label={`Leave out row ${number}`} onClick={onLeave}>
        Leave out
      </Button>
    </li>
  );
}
